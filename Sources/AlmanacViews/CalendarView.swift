public import AlmanacEvents
public import AlmanacTime

/// A view of calendar items: a month, a week, a day, a list or a year.
public protocol CalendarView: Sendable, Hashable {
  /// The values that all views have in common, which are also properties of the view.
  var context: ViewContext { get }
}

extension CalendarView {
  /// The zone of the days, and of dates and floating times.
  public var zone: Zone { context.zone }
  /// The options of the view; a first weekday passed to its initializer replaces theirs.
  public var options: ViewOptions { context.options }
  /// The day that is marked as today; `nil` for none.
  public var today: CivilDate? { context.today }
  /// The day that is marked as selected; `nil` for none.
  public var selected: CivilDate? { context.selected }
  /// The calendars that are shown, by the index in `ViewItem.ID`.
  public var calendars: [CalendarLabel] { context.calendars }
  /// The series that repeat too often to be expanded; days from their first missing instance on are incomplete.
  public var unexpanded: [UnexpandedSeries] { context.unexpanded }
}

/// The zone, options, marked days and calendars of a view.
public struct ViewContext: Sendable, Hashable {
  let zone: Zone
  var options: ViewOptions
  let today: CivilDate?
  let selected: CivilDate?
  let calendars: [CalendarLabel]
  var unexpanded: [UnexpandedSeries]
  /// The first day with missing items.
  let incompleteFrom: CivilDate?
  /// The number of instances that the query passed over.
  let skipped: Int
}

/// The name and the colour of a calendar in a view.
public struct CalendarLabel: Sendable, Hashable {
  /// The calendar's name; renderers do not list a calendar whose name is empty.
  public var name: String
  /// The colour of the calendar itself, which may be a reserved one; `nil` when it has none.
  public var color: CalendarColor?

  /// Creates a label for a calendar of the caller's own contents.
  public init(name: String = "", color: CalendarColor? = nil) {
    self.name = name
    self.color = color
  }

  /// Creates the label of a calendar.
  public init(_ calendar: EventCalendar) {
    self.init(name: calendar.name, color: calendar.color)
  }
}

/// The source of a view's items: an array of calendars, or `ViewContents`.
public protocol ViewSource {
  /// The contents of a view.
  ///
  /// - Parameters:
  ///   - days: The days that the view shows. Other occurrences are ignored.
  ///   - zone: The zone of the days, and of dates and floating times.
  ///   - includesUndated: Whether the view lists items without a day.
  ///   - options: The options of the view, which decide which items are shown and how many instances are expanded.
  func contents(
    on days: ClosedRange<CivilDate>, in zone: Zone, includesUndated: Bool, options: ViewOptions
  ) -> ViewContents
}

/// A view of a single calendar: `MonthView(of: march, showing: course, in: zurich)`.
extension EventCalendar: ViewSource {
  public func contents(
    on days: ClosedRange<CivilDate>, in zone: Zone, includesUndated: Bool, options: ViewOptions
  ) -> ViewContents {
    [self].contents(on: days, in: zone, includesUndated: includesUndated, options: options)
  }
}

extension [EventCalendar]: ViewSource {
  public func contents(
    on days: ClosedRange<CivilDate>, in zone: Zone, includesUndated: Bool, options: ViewOptions
  ) -> ViewContents {
    let agenda = agenda(
      in: days.instants(in: zone), viewer: zone, matching: options.query, where: options.condition)
    var contents = ViewContents(
      agenda.found, unexpanded: agenda.unexpanded, undated: includesUndated ? undated : [],
      calendars: map { CalendarLabel($0) })
    contents.skipped = agenda.skipped
    return contents
  }

  /// Everything from a day on, with the instances of so many days of series without an end.
  func contents(
    from first: CivilDate, endlessDays: Int, in zone: Zone, includesUndated: Bool, options: ViewOptions
  ) -> ViewContents {
    let agenda = agenda(
      from: zone.instant(of: first.startOfDay),
      endlessUntil: zone.instant(of: first.adding(days: Swift.max(1, endlessDays)).startOfDay), viewer: zone,
      matching: options.query, where: options.condition)
    return ViewContents(
      agenda, undated: includesUndated ? undated : [], calendars: map { CalendarLabel($0) })
  }

  /// The to-dos and journal entries without a day, with the indexes of their calendars.
  private var undated: [(Item, calendar: Int)] {
    enumerated().flatMap { number, calendar in
      calendar.currentItems.filter { $0.anchor == nil }.map { ($0, number) }
    }
  }
}

extension ViewOptions {
  fileprivate var query: OccurrenceQuery {
    OccurrenceQuery(includesClosedTodos: showsClosedTodos, budget: budget)
  }

  /// The condition for items apart from the query; `nil` for none.
  fileprivate var condition: ((Item) -> Bool)? {
    showsCancelledEvents ? nil : { $0.event.map { !$0.isCancelled } ?? true }
  }
}

/// Occurrences from a query or made by the caller, to be shown in a view.
///
/// ```swift
/// let agenda = calendars.agenda(in: range, viewer: madrid, matching: query)
/// let march = MonthView(
///   of: try YearMonth(2026, 3), showing: ViewContents(agenda.found, unexpanded: agenda.unexpanded), in: madrid)
/// ```
public struct ViewContents: ViewSource {
  let occurrences: [Occurrence]
  let unexpanded: [UnexpandedSeries]
  let undated: [(Item, calendar: Int)]
  let calendars: [CalendarLabel]
  /// The instant from which series without an end go on without being shown; see `OpenAgenda`.
  var continuesFrom: Instant?
  /// The number of instances that the query passed over.
  var skipped = 0

  /// Creates the contents of a list without an end.
  public init(
    _ agenda: OpenAgenda, undated: [(Item, calendar: Int)] = [], calendars: [CalendarLabel] = []
  ) {
    self.init(agenda.found, unexpanded: agenda.unexpanded, undated: undated, calendars: calendars)
    continuesFrom = agenda.continuesFrom
  }

  /// Creates the contents of a view.
  ///
  /// - Parameters:
  ///   - occurrences: The occurrences in any order.
  ///   - unexpanded: The series with missing occurrences; see `Agenda`.
  ///   - undated: The items without a day, for a list, with the indexes of their calendars. Closed to-dos are ignored if
  ///     the options do not show them.
  ///   - calendars: The names and colours of the calendars, by `Occurrence.calendar`.
  public init(
    _ occurrences: [Occurrence], unexpanded: [UnexpandedSeries] = [],
    undated: [(Item, calendar: Int)] = [], calendars: [CalendarLabel] = []
  ) {
    self.occurrences = occurrences
    self.unexpanded = unexpanded
    self.undated = undated
    self.calendars = calendars
  }

  public func contents(
    on days: ClosedRange<CivilDate>, in zone: Zone, includesUndated: Bool, options: ViewOptions
  ) -> ViewContents { self }
}
