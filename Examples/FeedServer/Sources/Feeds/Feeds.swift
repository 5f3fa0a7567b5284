public import Almanac
public import AlmanacFiles
internal import AlmanacICS
internal import AlmanacRendering
internal import AlmanacSync
internal import Synchronization

/// The feeds of a calendar of classes: the classes for everybody, a member's own bookings for the member, and
/// never who else has booked.
///
/// A feed is of the whole calendar: where a file of it cannot be read, or not to its end, there is none, since whoever subscribes
/// would delete the classes that it lacks.
public final class Feeds: Sendable {
  /// A text, with its entity tag: equal texts have equal tags, in every process.
  public struct Document: Sendable {
    public let text: String
    public let entityTag: String

    init(_ text: String) {
      self.text = text
      entityTag = "\"\(ContentDigest(text.utf8))\""
    }
  }

  /// The calendar as it was read.
  private struct Content: Sendable {
    var book = ClassBook()
    var organizers: [String: Organizer] = [:]
    /// The DTSTAMP of each class, which does not depend on when the feed is fetched.
    var stamps: [String: Instant] = [:]
    /// The DTSTAMP of what has none.
    var readAt = Instant(secondsSinceEpoch: 0)
    var clock: ContinuousClock.Instant?
  }

  private let location: CalendarLocation
  private let name: String
  private let zone: Zone
  private let content = Mutex(Content())

  /// - Parameters:
  ///   - path: The file or directory of the classes with their bookings.
  ///   - name: The name of the calendars.
  ///   - zone: The zone of the days of a month page.
  public init(of path: String, name: String, in zone: Zone) {
    location = CalendarLocation(path)
    self.name = name
    self.zone = zone
  }

  /// The classes, for everybody to subscribe to.
  public func classes(at now: Instant) throws(FileError) -> Document {
    let content = try read(at: now)
    return document(publicCalendar(content), content)
  }

  /// A member's own calendar.
  public func calendar(of member: String, at now: Instant) throws(FileError) -> Document {
    let content = try read(at: now)
    let calendar = content.book.calendar(
      of: member, name: name, organizer: { content.organizers[$0] }, at: content.readAt,
      changed: { content.stamps[$0] })
    return document(calendar, content)
  }

  /// The classes of a month as a page.
  public func page(of month: YearMonth, at now: Instant) throws(FileError) -> Document {
    let view = MonthView(
      of: month, showing: [publicCalendar(try read(at: now))], in: zone, today: now.in(zone).local.date)
    return Document(HTMLRenderer().document(view))
  }

  /// The month at a moment.
  public func month(at now: Instant) -> YearMonth { now.in(zone).local.date.yearMonth }

  private func publicCalendar(_ content: Content) -> EventCalendar {
    content.book.publicCalendar(
      name: name, organizer: { content.organizers[$0] }, at: content.readAt, changed: { content.stamps[$0] })
  }

  private func document(_ calendar: EventCalendar, _ content: Content) -> Document {
    Document(ICSDocument([calendar]).text(.normalized, at: content.readAt))
  }

  /// The calendar, read again at most once a second.
  private func read(at now: Instant) throws(FileError) -> Content {
    let last = content.withLock { $0 }
    let clock = ContinuousClock.now
    if let read = last.clock, read.duration(to: clock) < .seconds(1) { return last }
    let (sources, problems) = try CalendarStore.read(location)
    if let problem = problems.first { throw problem }
    for file in sources.flatMap(\.files) {
      guard let gap = file.document.incompleteness else { continue }
      throw FileError(
        .badData, file.path, line: gap.line, gap.message, expected: "a calendar that is read whole")
    }
    let everything = EventCalendar(items: sources.flatMap { $0.calendars }.flatMap { $0.items })
    var new = Content(book: ClassBook(everything), readAt: last.readAt, clock: clock)
    // Items without a DTSTAMP keep the time of the first reading as theirs, as long as the classes are the same.
    if last.clock == nil || new.book != last.book { new.readAt = now }
    for item in everything.items {
      if let organizer = item.organizer { new.organizers[item.uid] = organizer }
      if let stamp = item.stamp { new.stamps[item.uid] = max(stamp, new.stamps[item.uid] ?? stamp) }
    }
    content.withLock { [new] in $0 = new }
    return new
  }
}
