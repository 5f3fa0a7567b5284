internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

/// The words of views and items in one language, the same in text, pictures and pages.
protocol Wording {
  var localization: Localization { get }
  var phrases: ViewPhrases { get }
}

extension Wording {
  /// The title, with a sign for any item other than an event that takes place: `?` for a tentative one.
  func title(_ item: ViewItem) -> String { sign(item) + name(item.item) }

  /// The sign before the title, with a space after it; empty for an event that takes place.
  func sign(_ item: ViewItem) -> String {
    item.isTentative ? "? " : sign(item.item)
  }

  private func sign(_ item: Item) -> String {
    if case .event = item, !item.isCancelled { return "" }
    return TextRenderer.sign(of: item) + " "
  }

  /// The summary of an item, or a phrase where it is blank.
  func name(_ item: Item) -> String {
    let summary = item.summary
    return summary.utf8.contains { $0 > 0x20 } ? summary : phrases.untitled
  }

  /// The title of an item without a day, with the sign of its kind, and from when it can be begun.
  func title(_ undated: ListView.Undated) -> String {
    sign(undated.item) + name(undated.item) + beginning(undated)
  }

  /// The day from which an item without one can be begun, after its name: ` · Fri 20 Nov 2026`; empty for one without a start.
  func beginning(_ undated: ListView.Undated) -> String {
    undated.item.start.map { " · \(shortDate($0.date, hasYear: true))" } ?? ""
  }

  /// The start of an item, for a place in which its day is known.
  func start(_ item: ViewItem) -> String { startTime(item, isCompact: true) }

  /// The part of an item's time on a day: `09:00–10:30`, `23:00 →`, `→ 04:00`, all day.
  ///
  /// - Parameter arrow: The arrow in the direction of reading.
  func time(_ item: ViewItem, on day: CivilDate, arrow: String = "→") -> String {
    let before = item.days.lowerBound < day
    let after = item.days.upperBound > day
    if item.isAllDay || (before && after) { return phrases.allDay }
    if before { return "\(arrow) \(endTime(item))" }
    if after { return "\(startTime(item)) \(arrow)" }
    if item.start == item.end { return startTime(item) }
    guard item.startClock == nil, item.endClock == nil else { return "\(startTime(item))–\(endTime(item))" }
    return times(item.localStart.time, item.localEnd.time)
  }

  /// The range of two times of a day. A whole day ends at 24:00.
  private func times(_ start: CivilTime, _ end: CivilTime) -> String {
    guard start == .midnight, end == .midnight else { return localization.times(start, end) }
    return endOfDay.map { "\(localization.time(start))–\($0)" } ?? phrases.allDay
  }

  /// The time of the start, with the name of the clocks if they show it twice.
  func startTime(_ item: ViewItem, isCompact: Bool = false) -> String {
    let text = localization.time(item.localStart.time, isCompact: isCompact)
    return item.startClock.map { "\(text) \($0)" } ?? text
  }

  /// The time of the end, with the name of the clocks if they show it twice. The last of several days ends at 24:00.
  func endTime(_ item: ViewItem, isCompact: Bool = false) -> String {
    if let endOfDay, item.isMultiDay, item.days.upperBound < item.localEnd.date,
      item.localEnd.time == .midnight
    {
      return endOfDay
    }
    let text = localization.time(item.localEnd.time, isCompact: isCompact)
    return item.endClock.map { "\(text) \($0)" } ?? text
  }

  /// The end of a day as 24:00; `nil` for clocks of twelve hours, which do not have it.
  private var endOfDay: String? {
    localization.clock == .hours24 ? localization.withDigits("24:00") : nil
  }

  /// The time on a day of an item, or from the start of the first to the end of the last instance for which it stands.
  func time(_ counted: CountedEntry<some Any>, on day: CivilDate) -> String {
    let (first, last) = (counted.item, counted.last)
    guard counted.count > 1, !first.isAllDay, first.days == day...day, last.days == day...day else {
      return time(first, on: day)
    }
    return times(first.localStart.time, last.localEnd.time)
  }

  /// The time of an item on a day, or its first and last day.
  func timeOrDays(_ item: ViewItem, on day: CivilDate? = nil) -> String {
    if day != nil || !item.isMultiDay { return time(item, on: day ?? item.days.lowerBound, arrow: arrow) }
    return days(item)
  }

  /// The first and the last day of an item of several days, with the times at which it begins and ends unless it covers whole days:
  /// `2–4 March 2026`, `11 March 22:00 – 12 March 06:00`.
  func days(_ item: ViewItem) -> String {
    if item.isAllDay { return localization.dates(item.days, .long) }
    let (start, end) = (item.localStart, item.localEnd)
    let style: Localization.DateStyle = start.date.year == end.date.year ? .dayAndMonth : .long
    return [start, end].map { "\(localization.date($0.date, style)) \(localization.time($0.time))" }
      .joined(separator: localization.dates.between)
  }

  /// The time of an item in a box of a day, with full hours as on the axis; of a range its start, which is complete without the rest,
  /// and the rest.
  func timeParts(_ item: ViewItem, on day: CivilDate) -> [String] {
    let whole = timeForms(item, on: day)
    guard let short = whole.last, whole.count > 1 else { return whole }
    if item.isMultiDay || item.start == item.end { return [short] }
    if case .hours12 = localization.clock { return [short, "–" + endTime(item, isCompact: true)] }
    return [short, String(whole[0].dropFirst(short.count))]
  }

  /// An item in a line of a list for paper: `09:00–10:00 Yoga`.
  func listed(_ item: ViewItem, on day: CivilDate) -> String { "\(timeOrDays(item, on: day)) \(title(item))" }

  /// The time of an item on a day from the longest form to the shortest, which has its start alone, or the end of one that began
  /// before.
  ///
  /// - Parameter arrow: The arrow in the direction of reading, if it is not that of the language.
  func timeForms(_ item: ViewItem, on day: CivilDate, arrow: String? = nil) -> [String] {
    let arrow = arrow ?? self.arrow
    let whole = time(item, on: day, arrow: arrow)
    let (before, after) = (item.days.lowerBound < day, item.days.upperBound > day)
    if whole == phrases.allDay { return [whole] }
    return [whole, before ? end(item, arrow: arrow) : after ? "\(start(item)) \(arrow)" : start(item)]
  }

  /// The days and the time of an item in a list that has no heading for each day, from the longest form to the shortest. Under the
  /// heading of a week or a month they have no year, else they have it where it is not the year of the list.
  func timeForms(_ entry: ListView.Entry, under key: ListView.Key, in view: ListView) -> [String] {
    let item = entry.item
    let days = item.isMultiDay ? item.days : entry.day...entry.day
    let hasYear =
      switch key {
      case .week, .month: false
      default: Set([view.days, days].flatMap { [$0.lowerBound.year, $0.upperBound.year] }).count > 1
      }
    let first = shortDate(days.lowerBound, hasYear: hasYear)
    // The shortest form has no weekday.
    let short = localization.date(days.lowerBound, hasYear ? .medium : .mediumDayAndMonth)
    guard item.isMultiDay else {
      let times = timeForms(item, on: entry.day)
      return times.map { "\(first) · \($0)" } + times.suffix(1).map { "\(short) · \($0)" }
    }
    let (last, between) = (shortDate(days.upperBound, hasYear: hasYear), localization.dates.between)
    if item.isAllDay { return [first + between + last, localization.dates(days, .mediumDayAndMonth)] }
    let start = "\(start(item)) \(arrow)"
    return [
      "\(first) \(startTime(item))\(between)\(last) \(endTime(item))", "\(first) · \(start)",
      "\(short) · \(start)",
    ]
  }

  /// A day with the short name of its weekday: `Sat 7 Mar`.
  func shortDate(_ date: CivilDate, hasYear: Bool = false) -> String {
    let text = localization.date(date, hasYear ? .medium : .mediumDayAndMonth)
    return "\(localization.name(of: date.weekday, .short)) \(text)"
  }

  /// The end of an item of several days, as a bar has it on the last one: `→ 10:00`.
  ///
  /// - Parameter arrow: The arrow in the direction of reading, if it is not that of the language.
  func end(_ item: ViewItem, arrow: String? = nil) -> String {
    "\(arrow ?? self.arrow) \(endTime(item, isCompact: true))"
  }

  var arrow: String { localization.direction == .rightToLeft ? "←" : "→" }

  /// The remarks on an item on a day, such as cancelled or continued.
  func remarks(_ item: ViewItem, on day: CivilDate?) -> [String] {
    var words: [String] = []
    func add(_ word: String) {
      if !word.isEmpty { words.append(word) }
    }
    if let day, item.days.lowerBound < day { add(phrases.continued) }
    if item.isCancelled { add(phrases.cancelled) }
    if item.isCompleted { add(phrases.completed) }
    if item.isTentative { add(phrases.tentative) }
    return words
  }

  /// The location of an item and the remarks on it.
  func details(_ item: ViewItem, on day: CivilDate?) -> [String] {
    let location = item.item.location
    let remarks = remarks(item, on: day)
    if location.isEmpty { return remarks }
    return remarks.isEmpty ? [location] : [location] + remarks
  }

  /// The title, time, location and remarks of an item, for which a box may have no room.
  func full(_ item: ViewItem, on day: CivilDate? = nil) -> String {
    full(item, timeOrDays(item, on: day), on: day)
  }

  /// - Parameter time: The time of the item on the day, or its days.
  func full(_ item: ViewItem, _ time: String, on day: CivilDate?) -> String {
    var text = ""
    text.reserveCapacity(80)
    write(item, time, on: day, to: &text)
    return text
  }

  private func write(
    _ item: ViewItem, _ time: String, on day: CivilDate?, to output: inout some TextOutputStream
  ) {
    output.write(name(item.item))
    if !time.isEmpty {
      output.write(" · ")
      output.write(time)
    }
    for part in details(item, on: day) {
      output.write(" · ")
      output.write(part)
    }
  }

  /// The same of each item of a box, after their number where there are several.
  func full(_ box: DayColumn.Box, on day: CivilDate) -> String {
    var list = ""
    write(box.items, to: &list) { write($0, timeOrDays($0, on: day), on: day, to: &$1) }
    return box.others.isEmpty ? list : "\(more(box.items.count)): \(list)"
  }

  /// The texts of the items that are named, and the number of the others.
  func listed(_ items: [ViewItem], _ text: (ViewItem) -> String) -> [String] {
    let texts = items.named.map(text)
    return texts.count < items.count ? texts + [more(items.count - texts.count)] : texts
  }

  /// Writes the same as one text.
  ///
  /// - Parameters:
  ///   - most: The most items to name.
  ///   - writeItem: Writes the text of an item.
  func write<Output: TextOutputStream>(
    _ items: [ViewItem], most: Int = .max, separator: String = "; ", to output: inout Output,
    writeItem: (ViewItem, inout Output) -> Void
  ) {
    let named = items.named.prefix(most)
    for (index, item) in named.enumerated() {
      if index > 0 { output.write(separator) }
      writeItem(item, &output)
    }
    guard named.count < items.count else { return }
    if !named.isEmpty { output.write(separator) }
    output.write(more(items.count - named.count))
  }

  /// The items of a day in a line: of those that begin on it their start, and their titles.
  func startsAndTitles(_ day: DayCell) -> [String] {
    listed(day.items) { startAndTitle($0, title($0), on: day.date) }
  }

  /// A title, after the start of an item that begins on the day.
  func startAndTitle(_ item: ViewItem, _ title: String, on day: CivilDate) -> String {
    item.isAllDay || item.days.lowerBound < day ? title : "\(start(item)) \(title)"
  }

  /// The number of hidden items in words.
  func more(_ count: Int) -> String { localization.withDigits(phrases.more(count)) }

  /// The number of hidden items, in words where they fit.
  func more(_ count: Int, fits: (String) -> Bool) -> String {
    let words = more(count)
    return fits(words) ? words : "+" + localization.number(count)
  }

  /// Writes the hidden items of a day, for a tooltip: the first twenty with their times and places, the titles of the others.
  func write(hidden items: [ViewItem], on day: CivilDate, to output: inout some TextOutputStream) {
    var rest = 20
    write(items, to: &output) { item, output in
      rest -= 1
      if rest >= 0 { return write(item, timeOrDays(item, on: day), on: day, to: &output) }
      writeTitle(of: item, to: &output)
    }
  }

  func writeTitle(of item: ViewItem, to output: inout some TextOutputStream) {
    output.write(sign(item))
    output.write(name(item.item))
  }

  /// The end of the hours before a column, or the start of those after it, as the label of their items: `→ 08:00`, `20:00 →`.
  func beyond(_ axis: DayColumn, isLater: Bool) -> String {
    let time = axis.zone.local(at: axis.start.adding(seconds: isLater ? axis.length : 0)).time
    let text = localization.time(time, isCompact: true)
    return isLater ? "\(text) \(arrow)" : "\(arrow) \(text)"
  }

  /// The labels of the items before and after the hours of a view, where there are any.
  func beyondLabels(_ view: WeekView) -> [String] {
    guard let axis = view.axis else { return [] }
    return (view.hasEarlierItems ? [beyond(axis, isLater: false)] : [])
      + (view.hasLaterItems ? [beyond(axis, isLater: true)] : [])
  }

  /// A week with its number.
  func week(_ number: Int) -> String { localization.withDigits(phrases.week(number)) }
}
