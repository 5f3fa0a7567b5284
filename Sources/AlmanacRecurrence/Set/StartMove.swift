public import AlmanacTime

/// How the starts of a series move: so far on the wall clock, and perhaps to another form or another zone.
///
/// Between times the distance is that of the digits, so that 09:00 stays 09:00 across a change of clocks. To dates
/// and from dates whole days are counted, and a time of day is that of `to`.
///
/// ```swift
/// let move = StartMove(from: monday, to: .zoned(try CivilDateTime("2026-03-03T10:00").in(madrid)))
/// move.moved(nextMonday)            // the next Tuesday at 10:00
/// ```
public struct StartMove: Sendable, Hashable {
  public let from: EventTime
  public let to: EventTime

  public init(from: EventTime, to: EventTime) {
    self.from = from
    self.to = to
  }

  public var inverse: StartMove { StartMove(from: to, to: from) }

  /// Whether both are of one form and on the clock of one zone.
  public var keepsForm: Bool {
    switch (from, to) {
    case (.date, .date), (.floating, .floating): true
    case (.zoned(let from), .zoned(let to)): from.zone == to.zone
    default: false
    }
  }

  /// Whether nothing moves.
  public var isNone: Bool { keepsForm && from.local == to.local }

  /// Seconds on the wall clock, every day having 86 400.
  var seconds: Int { to.local.seconds(since: from.local) }

  var days: Int { to.date.days(since: from.date) }

  /// Where a time goes. One of another form or zone than `from` keeps it unless the move is one to another form.
  public func moved(_ time: EventTime) -> EventTime {
    if isNone { return time }
    if keepsForm { return time.with(local: time.local.adding(seconds: seconds)) }
    if to.isDate { return .date(time.date.adding(days: days)) }
    if from.isDate { return to.with(local: to.local.adding(days: time.date.days(since: from.date))) }
    return to.with(local: to.local.adding(seconds: time.local.seconds(since: from.local)))
  }
}
