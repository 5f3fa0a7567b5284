import AlmanacRecurrence
import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// `almanac add KIND TITLE`
struct Add: AlmanacCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add an event, a task, a to-do or a note, and print its UID.",
    usage: """
      almanac add event|task|todo|journal TITLE… [OPTIONS]
      almanac add "TITLE DATE" [OPTIONS]
      almanac add -i [KIND] [TITLE] [OPTIONS]
      """,
    discussion: """
      With one text alone, an event is added whose date is at the end of the text: almanac add "Lunch with Ana tomorrow \
      12-13". How the date was understood is printed. With a kind, the whole text is the title.

      A task is an event that must have a date, a time of day and a name that does not begin with a digit, and must not \
      be red. Times are in the zone of --zone. -i shows the item as a short form first, with what is given filled in; it is \
      added if a field is changed. The item is added to the first of the calendars, or that of --in: to its \
      file, or in a folder as a file of its own.
      """)

  @Argument(
    help: ArgumentHelp(
      "event, task, todo or journal, and the name, in one word or several; or a name with a date at its end.",
      valueName: "kind-and-title"),
    completion: .list(ItemRequest.Kind.allCases.map { $0.rawValue }))
  var words: [String] = []

  @Flag(
    name: [.customShort("i"), .customLong("interactive")],
    help: "Fill in the item as a short form in $VISUAL or $EDITOR.")
  var isInteractive = false

  @Flag(help: "Only show what would be added.")
  var dryRun = false

  @OptionGroup(title: "The item")
  var options: ItemOptions

  @OptionGroup
  var destination: DestinationOptions

  @OptionGroup(title: "Calendars")
  var calendars: CalendarOptions

  @OptionGroup(title: "Common options")
  var common: CommonOptions

  var saysTimes: Bool { isInteractive || options.until?.value?.isInWords == true }

  func validate() throws {
    let kinds = ItemRequest.Kind.allCases.map { $0.rawValue }
    guard let first = words.first else {
      if isInteractive { return }
      throw ValidationError(
        "the title is missing (expected one with a date at its end, a kind and one, or -i)")
    }
    if kinds.contains(first) {
      if words.count == 1, !isInteractive {
        throw ValidationError("the title is missing (expected one after \(first))")
      }
    } else if words.count > 1 {
      let near = Suggestions.near(first, among: kinds).first
      throw ValidationError(
        "\(first) is no kind of item (expected \(near ?? "event, task, todo or journal"), or one text in quotes)"
      )
    }
  }

  /// The request; of a title with a date at its end also the options that the date means.
  private func request(
    at now: Instant, in zone: Zone, _ invocation: inout Invocation
  ) throws(CommandError) -> (ItemRequest, quick: QuickItem?) {
    let local = zone.local(at: now)
    var times = ItemTimes(zone: zone, today: local.date, options: options)
    if let kind = words.first.flatMap({ ItemRequest.Kind(rawValue: $0) }) {
      let title = words.dropFirst().joined(separator: " ")
      return (ItemRequest(kind: kind, title: title, times: times), nil)
    }
    let text = words.joined(separator: " ")
    guard options.at == nil else { return (ItemRequest(kind: .event, title: text, times: times), nil) }
    let quick = try QuickItem(
      text, in: try invocation.localization(common), now: now.in(zone),
      firstWeekday: invocation.firstWeekday(common)
    )
    guard let quick else {
      if isInteractive { return (ItemRequest(kind: .event, title: text, times: times), nil) }
      throw .refused(
        "missing_date", "there is no date at the end of \(text)",
        expected: "a date there, --at, or almanac add todo \(text)")
    }
    var own = options
    own.at = .value(quick.at)
    if own.length == nil, own.until == nil { own.until = quick.until.map { .value($0) } }
    times = ItemTimes(zone: zone, today: local.date, options: own)
    return (ItemRequest(kind: .event, title: quick.title, times: times), quick)
  }

  func run(in invocation: inout Invocation) throws(CommandError) {
    let zone = invocation.zone(common)
    let now = invocation.now(common, in: zone)
    var (request, quick) = try request(at: now, in: zone, &invocation)
    request.lastByDefault(invocation.environment.configuration.defaultDuration)
    if isInteractive {
      guard let filled = try request.filled(at: now, invocation.environment, in: invocation.language) else {
        invocation.print("nothing is added", ["version": .version, "uid": .null], common)
        return
      }
      request = filled
    }
    var item = try request.validItem(at: now)
    var store = try invocation.store(calendars, createsMissing: true, isPreview: dryRun)
    let destination = try store.destination(named: destination.name, invocation.environment.configuration)
    if !dryRun { item.uid = store.unusedUID(invocation.environment.uids) }
    store.insert([[item]], into: destination)
    if !dryRun { try invocation.save(store, "added \(item.summary)") }
    let words = try invocation.setting([], common).words(of: item)
    if !dryRun, quick != nil || saysTimes { invocation.complain(Complaint(words)) }
    warn(item, request.times.options, in: &invocation)
    let value = try invocation.json(item, at: destination.path, in: store, common)
    if dryRun {
      invocation.print(
        "would be added: \(words)", ["version": .version, "dryRun": true, "item": value], common)
    } else {
      invocation.print(item.uid, ["version": .version, "uid": .string(item.uid), "item": value], common)
    }
  }

  /// Reports times that are perhaps not as intended.
  private func warn(_ item: Item, _ options: ItemOptions, in invocation: inout Invocation) {
    guard let start = item.start ?? item.todo?.due else { return }
    if let at = options.at?.value, at.day == nil, let localization = try? invocation.localization(common) {
      invocation.complain(
        Complaint("\(localization.time(start.local.time)): \(localization.described(start))"))
    }
    let shown = start.zonedTime?.shown ?? start.local
    if let complaint = options.at?.value.flatMap({ Complaint(skipping: $0, movedTo: shown) }) {
      invocation.complain(complaint)
    }
    if let complaint = Complaint(ofRuleOf: item) { invocation.complain(complaint) }
  }
}

extension ViewSetting {
  /// The name of an item, its time and its rules: `Bins: Tuesday, 3 March 2026, 09:00 · weekly`.
  fileprivate func words(of item: Item) -> String {
    let when = item.span.map { [described(from: $0.start, to: $0.end)] } ?? []
    let rules = item.recurrence.rules.map {
      $0.description(in: renderer.localization.ofSentences, zone: zone)
    }
    let times = (when + rules).joined(separator: " · ")
    return "\(title: item.summary)" + (times.isEmpty ? "" : ": \(times)")
  }
}

extension Complaint {
  /// The report of a typed time or day that the clocks of the zone skip; `nil` where they show it.
  ///
  /// - Parameter found: The time that the clocks show at the start of the item.
  init?(skipping when: When, movedTo found: CivilDateTime) {
    guard let time = when.time, when.zoned == nil else { return nil }
    let typed = (when.day ?? found.date).at(time)
    if found.date != typed.date, found.time == typed.time {
      self = Complaint("clocks skip \(typed.date); the item is on \(found.date)")
    } else if found.time != typed.time {
      self = Complaint("clocks skip \(typed.time) on \(found.date); the item is at \(found.time)")
    } else {
      return nil
    }
  }
}

extension ItemRequest {
  /// The request that the person makes of this one in a form; `nil` for none.
  fileprivate func filled(
    at now: Instant, _ environment: Environment, in language: Localization
  ) throws(CommandError) -> ItemRequest? {
    var (item, isDated) = try draft()
    if let status = options.status { item = try item.with(status, at: now) }
    let form = ItemForm(adding: item, isDated: isDated, in: times.zone)
    func request(_ edit: ItemEdit) -> ItemRequest {
      var request = self
      (request.title, request.times) = (edit.title ?? "", edit.times)
      request.lastByDefault(environment.configuration.defaultDuration)
      return request
    }
    return try form.edited(ItemEdit(times: times), environment, in: language) { (edit) throws(CommandError) in
      _ = try request(edit).validItem(at: now)
    }.map(request)
  }
}
