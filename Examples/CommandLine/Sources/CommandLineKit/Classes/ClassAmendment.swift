import AlmanacEvents
import AlmanacRecurrence
import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// A change of a class, or of a date of it.
struct ClassAmendment: ParsableArguments {
  @Option(help: ArgumentHelp("The name.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("The number of places.", valueName: "number"))
  var places: Int?

  @Option(
    help: ArgumentHelp("Who leads it; for one date the substitute.", valueName: "name"),
    transform: personOrNobody)
  var instructor: String?

  @Option(help: ArgumentHelp("Where; none for nowhere.", valueName: "place"), transform: placeOrNowhere)
  var location: String?

  @Option(
    help: ArgumentHelp(
      "The new time of the date, by which --scope moves further dates; a time alone preserves the day.",
      valueName: "when"),
    transform: When.init(argument:))
  var at: When?

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long.", valueName: "length"),
    transform: Length.read(_:))
  var length: CalendarDuration?

  @OptionGroup
  var marks: MarkOptions

  @Option(help: ArgumentHelp("A description.", valueName: "text"))
  var details: String?

  @OptionGroup
  var repeating: RuleOptions

  @Option(
    help: ArgumentHelp(
      "With --on: a note on the date for the members; with --scope: the description.", valueName: "text"))
  var note: String?

  var isEmpty: Bool {
    title == nil && places == nil && instructor == nil && location == nil && at == nil && length == nil
      && repeating.isEmpty && note == nil && marks.itemColor == nil && marks.categories.isEmpty
      && details == nil
  }

  func validate() throws {
    try requireRange("--places", places, 1...1_000_000)
    if let title, !title.contains(where: { !$0.isWhitespace }) {
      throw ValidationError("--title is empty (expected a name)")
    }
  }

  /// Applies the options to the change of a single date.
  ///
  /// - Parameter date: The date on which the class is shown.
  func apply(
    to change: inout ClassChange, in zone: Zone, on date: CivilDate, now: Instant
  ) throws(CommandError) {
    if let title { change.summary = title }
    if let details { change.details = details }
    if let color = marks.itemColor { change.color = color.value }
    if let categories = marks.newCategories { change.categories = categories }
    if let places { change.places = places }
    if let instructor { change.instructor = instructor }
    if let location { change.location = location }
    if let length { change.duration = length }
    if let note { change.note = note }
    if let at { change.start = try start(at, in: zone, now: now, else: date) }
  }

  /// The change of a class.
  ///
  /// - Parameters:
  ///   - shown: The date to which `--at` refers.
  ///   - start: The start of the date after the change; `nil` for the present one.
  /// - Returns: A closure that changes the class.
  func change(
    on shown: ClassOccurrence, to start: ZonedDateTime?
  ) throws(CommandError) -> (inout ClassSeries) -> Void {
    let rule = try repeating.recurrence(from: .zoned(start ?? shown.original))
    return { series in
      if let start { series.start = start }
      if let rule { series.recurrence.rules = [rule] }
      if let title { series.summary = title }
      if let details { series.details = details }
      if let color = marks.itemColor { series.color = color.value }
      if let categories = marks.newCategories { series.categories = categories }
      if let places { series.places = places }
      if let instructor { series.instructor = instructor }
      if let location { series.location = location }
      if let length { series.duration = length }
      if let note { series.details = note }
    }
  }

  /// The start that a date gets by `--at`, `nil` for the present one, and the first one of a new rule from there on, with which
  /// the class begins, as a new class does; `nil` where the rule has the date.
  func start(
    on shown: ClassOccurrence, now: Instant
  ) throws(CommandError) -> (stated: ZonedDateTime?, first: ZonedDateTime?) {
    let local = shown.start.local
    let stated = try at.map { (when) throws(CommandError) in
      try self.start(
        when, in: shown.start.zone, now: now, else: local.date, at: local.time, isRepeating: true)
    }
    let from = stated ?? shown.original
    let first = repeating.isEmpty ? from : try repeating.first(from: .zoned(from)).zonedTime ?? from
    return (stated, first == from ? nil : first)
  }

  private func start(
    _ when: When, in zone: Zone, now: Instant, else date: CivilDate, at time: CivilTime? = nil,
    isRepeating: Bool = false
  ) throws(CommandError) -> ZonedDateTime {
    var when = when
    if when.time == nil { when.time = time }
    return try when.start(in: zone, else: date, isRepeating: isRepeating)
  }
}
