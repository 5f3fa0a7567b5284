/// How bookings came out, of a class on one date, of a series, or of a member.
public struct BookingStatistics: Sendable, Hashable {
  /// Bookings, each counted once whatever places it takes.
  public var made = 0
  public var confirmed = 0
  public var held = 0
  public var waiting = 0
  public var checkedIn = 0
  public var missed = 0
  public var cancelledInTime = 0
  public var cancelledLate = 0
  public var expired = 0
  public var calledOff = 0

  public init() {}

  public mutating func count(_ booking: Booking) {
    made += 1
    switch booking.state {
    case .held: held += 1
    case .confirmed: confirmed += 1
    case .waiting: waiting += 1
    case .checkedIn: checkedIn += 1
    case .missed: missed += 1
    case .cancelled(let isLate):
      if isLate { cancelledLate += 1 } else { cancelledInTime += 1 }
    case .expired: expired += 1
    case .calledOff: calledOff += 1
    }
  }
}

extension Roster {
  /// O(bookings).
  public var statistics: BookingStatistics {
    var statistics = BookingStatistics()
    for booking in bookings { statistics.count(booking) }
    return statistics
  }
}
