public import AlmanacTime

/// When a class may be booked, cancelled and checked into. All times count from the start of the class; days are days
/// on its wall clock.
public struct ClassPolicy: Sendable, Hashable, Codable {
  /// How long before the start booking opens; always open without it.
  public var opensBefore: CalendarDuration?
  /// How long before the start booking closes; negative for so long after it.
  public var closesBefore: CalendarDuration
  /// A cancellation later than this before the start is a late one.
  public var freeCancellationBefore: CalendarDuration
  /// Until so long before the start free places go to the waiting list by themselves; later whoever books first
  /// has them, those who wait included.
  public var promotesUntilBefore: CalendarDuration
  /// How many bookings may wait; `nil` for any number.
  public var waitlistLimit: Int?
  /// How many places one booking may take.
  public var placesPerBooking: Int
  /// How long a place is held for somebody who has not confirmed.
  public var holdsFor: CalendarDuration
  /// How long before the start people may check in.
  public var checkInOpensBefore: CalendarDuration
  /// How long after the start people may check in; then the places of those absent may be released.
  public var checkInClosesAfter: CalendarDuration

  public init(
    opensBefore: CalendarDuration? = nil, closesBefore: CalendarDuration = .zero,
    freeCancellationBefore: CalendarDuration = .zero, promotesUntilBefore: CalendarDuration = .zero,
    waitlistLimit: Int? = nil, placesPerBooking: Int = 1, holdsFor: CalendarDuration = .minutes(10),
    checkInOpensBefore: CalendarDuration = .hours(1), checkInClosesAfter: CalendarDuration = .minutes(15)
  ) {
    self.opensBefore = opensBefore
    self.closesBefore = closesBefore
    self.freeCancellationBefore = freeCancellationBefore
    self.promotesUntilBefore = promotesUntilBefore
    self.waitlistLimit = waitlistLimit
    self.placesPerBooking = placesPerBooking
    self.holdsFor = holdsFor
    self.checkInOpensBefore = checkInOpensBefore
    self.checkInClosesAfter = checkInClosesAfter
  }

  /// Booked until it starts, cancelled freely, one place each.
  public static let standard = ClassPolicy()
}
