import AlmanacEvents
import AlmanacTime
import ArgumentParser

/// The properties of an item that `add` and `edit` set.
struct ItemOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When: 2026-03-02T09:00, 2026-03-02 for whole days, \"tomorrow 09:00\"; for a to-do when it is due, or with "
        + "--for, --until or --repeat, and where it lasts less than a day, when it begins; none for a note without a date. An event with times gets whole days "
        + "by a date here and in --until.",
      valueName: "when"),
    completion: .dates, transform: removable(When.init(argument:)))
  var at: Removable<When>?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long: 90m, 1h30m, 2d.", valueName: "length"), transform: Length.read(_:))
  var length: CalendarDuration?

  @Option(
    help: ArgumentHelp(
      "Up to a time, or a date, which is included: the end of the event, of a series that of each instance; none for an "
        + "event without an end.", valueName: "when"),
    completion: .dates, transform: removable(When.init(end:)))
  var until: Removable<When>?

  @OptionGroup
  var repeating: RuleOptions

  @OptionGroup
  var marks: MarkOptions

  @Option(help: ArgumentHelp("Where; none for nowhere.", valueName: "place"), transform: Removable.text(_:))
  var location: Removable<String>?

  @Option(
    help: ArgumentHelp("A text of any length; none for no text.", valueName: "text"),
    transform: Removable.text(_:))
  var note: Removable<String>?

  @Option(
    name: .customLong("alarm"),
    help: ArgumentHelp(
      "How long before, such as 15m; start, end, or a time; none removes all; may be given several times.",
      valueName: "when"),
    transform: removable(AlarmArgument.init(argument:)))
  var alarms: [Removable<AlarmArgument>] = []

  @Option(
    help: ArgumentHelp("Of a to-do: from when it can be begun; none for any time.", valueName: "when"),
    completion: .dates, transform: removable(When.init(argument:)))
  var start: Removable<When>?

  @Option(
    help: ArgumentHelp(
      "Of a to-do: by when it is to be done; a date means its end; none for no such time.", valueName: "when"),
    completion: .dates, transform: removable(When.init(argument:)))
  var due: Removable<When>?

  @Option(
    help: ArgumentHelp("high, medium, low, none, or 1 (the highest) to 9.", valueName: "priority"),
    completion: .list(["high", "medium", "low", "none"]), transform: priority(_:))
  var priority: Int?

  @Flag
  var availability: BusyFlag?

  @Option(help: "The status; none removes it.")
  var status: Removable<ItemEdit.Status>?

  @OptionGroup
  var people: PeopleOptions

  func validate() throws {
    if length != nil && until != nil {
      throw ValidationError("--for and --until both set the end (expected one)")
    }
    if start != nil || due != nil, at != nil || length != nil || until != nil {
      throw ValidationError("--start and --due set the times of a to-do (expected no --at, --for or --until)")
    }
    try alarms.requireNoneAlone("--alarm")
  }

  /// Sets what is the same for all kinds of items.
  ///
  /// - Throws: A refusal of options that the kind of the item does not have.
  func apply(to item: inout Item, in zone: Zone) throws(CommandError) {
    people.apply(to: &item)
    if !alarms.isEmpty {
      if item.kind == .journal, alarms != [.removed] { throw .noAlarms(uid: item.uid) }
      item.alarms = alarms.compactMap { $0.value?.alarm(in: zone) }
    }
    if let priority {
      // A VJOURNAL has no PRIORITY (RFC 5545 §3.6.3).
      if item.kind == .journal {
        throw .refused(
          "misplaced_priority", "a note cannot have a priority", expected: "an event or a to-do",
          uid: item.uid)
      }
      item.priority = priority
    }
    if let availability {
      guard case .event(var event) = item else {
        throw .refused(
          "misplaced_transparency", "only events take time", expected: "an event", uid: item.uid)
      }
      event.transparency = availability.transparency
      item = .event(event)
    }
    if start != nil || due != nil, item.kind != .todo {
      throw .refused(
        "misplaced_due", "only to-dos have --start and --due", expected: "--at, --for and --until",
        uid: item.uid)
    }
  }
}

/// A value as typed, or `none`, by which an edit removes the one that the item has.
enum Removable<Value: Sendable & Hashable>: Sendable, Hashable {
  case removed
  case value(Value)

  var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}

extension Removable: ExpressibleByArgument where Value: ExpressibleByArgument {
  init?(argument: String) {
    guard argument.lowercased() != "none" else {
      self = .removed
      return
    }
    guard let value = Value(argument: argument) else { return nil }
    self = .value(value)
  }

  static var allValueStrings: [String] { Value.allValueStrings + ["none"] }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension Removable<String> {
  /// Reads a text; an empty one is none.
  static func text(_ text: String) -> Self { text.isNone ? .removed : .value(text) }
}

/// Reads an option that names a place, or is `none` or empty for nowhere.
func placeOrNowhere(_ text: String) -> String { text.isNone ? "" : text }

extension String {
  /// Whether it is `none` in any case, or empty.
  var isNone: Bool { isEmpty || lowercased() == "none" }
}

extension Array {
  /// Checks that `none`, where it is stated, is the only value of an option.
  fileprivate func requireNoneAlone<Value>(_ option: String) throws where Element == Removable<Value> {
    guard contains(.removed), count > 1 else { return }
    throw ValidationError("\(option) none removes all (expected no other \(option))")
  }
}

/// The reader of an option that accepts `none` beside values.
private func removable<Value>(
  _ read: @escaping @Sendable (String) throws -> Value
) -> @Sendable (String) throws -> Removable<Value> {
  { $0.lowercased() == "none" ? .removed : .value(try read($0)) }
}

/// The colour and the categories of an item or a class.
struct MarkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A CSS name or #rrggbb, but no red, which marks days with several items; none for that of the calendar.",
      valueName: "color"),
    completion: .list(CalendarColor.cssNames),
    transform: removable(color(_:)))
  var itemColor: Removable<CalendarColor>?

  @Option(
    name: .customLong("category"),
    help: ArgumentHelp("A subject; none removes all; may be given several times.", valueName: "name"),
    completion: .categories, transform: Removable.text(_:))
  var categories: [Removable<String>] = []

  func validate() throws { try categories.requireNoneAlone("--category") }

  /// Refuses a red for a class, as for other items.
  func requireNoRed() throws(CommandError) {
    guard itemColor?.value?.isRed == true else { return }
    throw .refused(
      "reserved_color", "red is reserved for days with several items", expected: "a colour that is not a red")
  }

  /// The categories that the options state; `nil` where they state none of them.
  var newCategories: [String]? { categories.isEmpty ? nil : categories.compactMap { $0.value } }
}

private func color(_ text: String) throws -> CalendarColor {
  do throws(ColorError) { return try CalendarColor(text) } catch {
    let near = Suggestions.near(text, among: CalendarColor.cssNames)
    throw ArgumentFault(
      "\(text) is not a colour",
      expected: near.isEmpty ? error.expected : near.prefix(3).joined(separator: " or "))
  }
}

/// The instance of a series that a command concerns.
struct InstanceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "One instance by a date or a time: its original start (recurrenceID in JSON), wherever it was moved; else the "
        + "start at which it is shown; else a time at which it lasts. A date alone is not an original start of a "
        + "timed series: an instance that was moved to another day is named by the time from which it was moved, such "
        + "as 2026-03-09T09:00. If several instances match, their original starts are listed.",
      valueName: "date"),
    completion: .dates, transform: EventTime.init(argument:))
  var on: EventTime?
}

/// The kind of an item, if a calendar has items of several kinds with one UID.
struct KindOptions: ParsableArguments {
  @Option(
    name: .customLong("kind"),
    help: ArgumentHelp(
      "The kind, if items of several kinds have the UID: event, todo or journal.", valueName: "kind"))
  var choice: Choice<Item.Kind>?

  var kind: Item.Kind? { choice?.value }
}
