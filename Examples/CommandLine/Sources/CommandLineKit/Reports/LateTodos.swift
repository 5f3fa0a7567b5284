import AlmanacEvents
import AlmanacRendering
import AlmanacTime
import AlmanacViews

/// The to-dos that are overdue (`Occurrence.isOverdue(at:viewer:)`), one entry for each series.
struct LateTodos: Sendable {
  struct Entry: Sendable {
    /// The first instance that is late.
    let occurrence: Occurrence
    /// The number of instances that are late.
    let missed: Int
    /// Whether further instances were not counted.
    let isMore: Bool
  }

  /// The to-dos by due time.
  private(set) var entries: [Entry] = []

  /// The most instances of a series that are counted, those of all series together, and those of each once these are counted.
  private static let (limit, totalLimit, leastLimit) = (10_000, 1_000_000, 100)

  init() {}

  /// - Parameter range: The time in which late instances are; without it all time until now.
  /// - Complexity: O(*n*) in the items, and O(instances) for the late series up to a limit.
  init(
    of calendars: [EventCalendar], within range: Range<Instant>? = nil, at now: Instant, in zone: Zone,
    matching query: OccurrenceQuery
  ) {
    guard query.kinds.contains(.todo) else { return }
    let all = zone.instant(of: CivilDate.min.startOfDay)..<now.adding(seconds: 1)
    let past = range.map { $0.clamped(to: all) } ?? all
    var remaining = Self.totalLimit
    for (number, calendar) in calendars.enumerated() {
      var seen: Set<String> = []
      for item in calendar.currentItems
      where item.kind == .todo && !(item.isClosed && !item.isRecurring) && seen.insert(item.uid).inserted {
        guard let series = calendar.series(uid: item.uid, kind: .todo) else { continue }
        let isSingle = !item.isRecurring && series.overrides.isEmpty
        if isSingle, item.span.map({ $0.start.instant(in: zone) > now }) ?? true { continue }
        var query = query
        (query.budget, query.kinds) = (min(Self.limit, max(remaining, Self.leastLimit)), [.todo])
        let agenda = [calendar.only([series])].agenda(in: past, viewer: zone, matching: query)
        remaining -= agenda.found.count
        let late = agenda.found.filter { $0.isOverdue(at: now, viewer: zone) }
        guard let first = late.first else { continue }
        let occurrence = Occurrence(
          first.item, from: first.start, to: first.end, recurrenceID: first.recurrenceID, calendar: number)
        entries.append(
          Entry(
            occurrence: occurrence, missed: late.count, isMore: !agenda.unexpanded.isEmpty))
      }
    }
    entries.sort {
      let (one, other) = ($0.occurrence.start.instant(in: zone), $1.occurrence.start.instant(in: zone))
      return one == other ? $0.occurrence.item.uid < $1.occurrence.item.uid : one < other
    }
  }
}

// MARK: Output

extension ViewSetting {
  /// The phrases of to-dos in the language of the output.
  var todoPhrases: TodoPhrases { TodoPhrases(renderer.localization.language) }

  /// The lines of late to-dos under their heading; none if there are none.
  func lines(_ late: LateTodos) -> [StyledText] {
    guard !late.entries.isEmpty else { return [] }
    let colors = colors(of: late.entries.map { $0.occurrence })
    let days = late.entries.map { day($0.occurrence.start) }
    let width = days.map { DisplayWidth.of($0) }.max() ?? 0
    let rows = zip(late.entries, days).map { entry, day -> StyledText in
      let item = entry.occurrence.item
      var line = beginning(
        of: item, DisplayWidth.padded(day, to: width), in: entry.occurrence.calendar,
        sign: .text(colors[entry.occurrence.id] ?? .gray))
      if let missed = missed(entry) { line.append(" · \(missed)", .dim) }
      return labelled(line, item)
    }
    return [StyledText(todoPhrases.overdue, .bold)] + rows
  }

  /// The number of missed instances in words; `nil` for a single one.
  private func missed(_ entry: LateTodos.Entry) -> String? {
    guard entry.missed > 1 else { return nil }
    let count = "\(entry.missed)" + (entry.isMore ? "+" : "")
    return renderer.localization.withDigits(todoPhrases.missed(count))
  }

  /// The numbers of missed instances as the marks of late to-dos in pictures and pages.
  func decoration(of late: LateTodos) -> Decoration {
    let missed = late.entries.map { ($0.occurrence.id, self.missed($0).map { "· \($0)" }) }
    let marks = Dictionary(missed) { first, _ in first }
    var decoration = Decoration()
    decoration.marks = { item in marks[item.occurrence.id].flatMap { $0 }.map { [$0] } ?? [] }
    return decoration
  }

  /// The beginning of the line of a to-do: a day, its sign, name and location, the mark of its priority, and its calendar.
  func beginning(of item: Item, _ day: String, in calendar: Int, sign: ANSIStyle = .plain) -> StyledText {
    var line = StyledText("  \(day) ")
    line.append(TextRenderer.sign(of: item) + " ", sign)
    line.append(SafeText.guarded(item.summary), item.isClosed ? .dim : .plain)
    if !item.alarms.isEmpty { line.append(" ⏰", .dim) }
    if !item.location.isEmpty { line.append("  \(SafeText.guarded(item.location))", .dim) }
    let mark = TodoPhrases.mark(ofPriority: item.priority)
    if !mark.isEmpty { line.append(" \(mark)", .bold) }
    line.append(renderer.calendarName(calendar), .dim)
    return line
  }

  /// The line of a to-do with its label, cut to the width.
  func labelled(_ line: StyledText, _ item: Item) -> StyledText {
    var line = line
    if let label = renderer.labels[item.uid] { line.append(tail: "  \(label)", .dim) }
    return renderer.cut(line)
  }

  /// The objects of late to-dos, with `overdue` and, of a series, the number of late instances as `missed`.
  func json(_ late: LateTodos) -> [JSON] {
    let values = json(of: late.entries.map { $0.occurrence })
    return late.entries.compactMap { entry in
      values[entry.occurrence.id]?.adding(.lateness(true, missed: entry.missed))
    }
  }

  /// The colours of occurrences as shown.
  private func colors(of occurrences: [Occurrence]) -> [ItemID: CalendarColor] {
    let items = list(of: occurrences).items
    return Dictionary(items.map { ($0.occurrence.id, $0.color) }) { first, _ in first }
  }

  /// The objects of occurrences, each as in lists.
  func json(of occurrences: [Occurrence]) -> [ItemID: JSON] {
    let list = list(of: occurrences)
    return Dictionary(
      list.items.map { ($0.occurrence.id, JSON($0, calendars: list.calendars)) }
    ) { first, _ in first }
  }

  /// A day with its weekday, the year if it is another one, and the time of day if there is one: `Fri 20 Nov 09:00`.
  func day(_ time: EventTime) -> String {
    let local = time.isDate ? time.local : zone.local(at: time.instant(in: zone))
    let localization = renderer.localization
    let style: Localization.DateStyle = local.date.year == today.year ? .mediumDayAndMonth : .medium
    let date = "\(localization.name(of: local.date.weekday, .short)) \(localization.date(local.date, style))"
    return time.isDate ? date : "\(date) \(localization.time(local.time))"
  }
}

extension JSON {
  /// The object with further members, in no more memory than they need: a list has an object for each of very many items.
  func adding(_ more: [Member]) -> JSON {
    guard case .object(let members) = self else { return self }
    var all: [Member] = []
    all.reserveCapacity(members.count + more.count)
    all += members
    all += more
    return .object(all)
  }
}

extension [JSON.Member] {
  /// Whether an item is overdue, and of a to-do that is the number of missed instances.
  static func lateness(_ isOverdue: Bool, missed: Int = 0) -> Self {
    [.init("overdue", .bool(isOverdue)), .init("missed", .int(missed))]
  }
}

/// The phrases of lists of to-dos, in the languages that have phrases of views; else in English, as those.
struct TodoPhrases: Sendable {
  /// The heading of late to-dos.
  let overdue: String
  private let missedPattern: String
  private let fromPattern: String

  init(_ language: Localization.Language) {
    (overdue, missedPattern, fromPattern) =
      switch language.rawValue {
      case "ca": ("Endarrerides", "{n} per fer", "des de {d}")
      case "es": ("Atrasadas", "{n} sin hacer", "desde {d}")
      case "it": ("In ritardo", "{n} da fare", "da {d}")
      case "fr": ("En retard", "{n} à faire", "dès {d}")
      case "de": ("Überfällig", "{n} versäumt", "ab {d}")
      case "pt": ("Atrasadas", "{n} por fazer", "desde {d}")
      case "ar": ("متأخرة", "فات {n}", "ابتداءً من {d}")
      case "he": ("באיחור", "{n} הוחמצו", "החל מ־{d}")
      case "ja": ("期限切れ", "未完了{n}件", "{d}から")
      case "zh": ("已逾期", "错过{n}次", "{d}起")
      case "ko": ("기한 지남", "{n}회 놓침", "{d}부터")
      case "nl": ("Te laat", "{n} gemist", "vanaf {d}")
      case "sv": ("Försenade", "{n} missade", "från {d}")
      case "da": ("Forfaldne", "{n} ikke udført", "fra {d}")
      case "pl": ("Zaległe", "zaległych: {n}", "od {d}")
      case "ru": ("Просроченные", "пропущено: {n}", "с {d}")
      case "tr": ("Gecikmiş", "{n} kaçırıldı", "başlangıç: {d}")
      default: ("Overdue", "{n} missed", "from {d}")
      }
  }

  /// `26 missed`, `10000+ missed`.
  func missed(_ count: String) -> String { missedPattern.replacing("{n}", with: count) }

  /// `from Fri 20 Nov`.
  func from(_ day: String) -> String { fromPattern.replacing("{d}", with: day) }

  /// The mark of a priority (RFC 5545 §3.8.1.9): `!!!` for high ones, 1 to 4, `!!` for 5 and `!` for low ones.
  static func mark(ofPriority priority: Int) -> String {
    switch priority {
    case 1...4: "!!!"
    case 5: "!!"
    case 6...9: "!"
    default: ""
    }
  }
}

extension ViewSetting {
  /// The setting in which lists show the handles of items.
  func labelled(_ shows: Bool = true) -> ViewSetting {
    guard shows else { return self }
    var setting = self
    setting.renderer.labels = Handles(calendars).byUID
    return setting
  }
}
