import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// The less common terms on which a class is booked.
struct ClassTerms: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How long before the class a cancellation is in time. [default: until it begins]", valueName: "length"),
    transform: Length.read(_:))
  var freeCancellation: CalendarDuration?

  @Option(
    help: ArgumentHelp(
      "How long before the class the waiting list stops getting free places. [default: when it begins]",
      valueName: "length"), transform: Length.read(_:))
  var promoteUntil: CalendarDuration?

  @Option(help: ArgumentHelp("The most places of one booking. [default: 1]", valueName: "number"))
  var placesPerBooking: Int?

  @Option(
    help: ArgumentHelp("How long a hold lasts. [default: 10m]", valueName: "length"),
    transform: Length.read(_:))
  var holdsFor: CalendarDuration?

  @Option(
    help: ArgumentHelp("How long before the class check-in opens. [default: 1h]", valueName: "length"),
    transform: Length.read(_:))
  var checkInOpens: CalendarDuration?

  @Option(
    help: ArgumentHelp("How long after the beginning check-in closes. [default: 15m]", valueName: "length"),
    transform: Length.read(_:))
  var checkInCloses: CalendarDuration?

  @Option(
    name: .customLong("channel"),
    help: ArgumentHelp(
      "The most places that may be booked through a channel; may be given several times.",
      valueName: "name=number"), transform: Share.init(argument:))
  var channels: [Share] = []

  /// The limit of a channel's places.
  struct Share: Sendable {
    let name: String
    let places: Int

    init(argument text: String) throws {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let places = Int32(parts[1]), places >= 0 else {
        throw ArgumentFault("\(text) is not a share of the places", expected: "such as web=4")
      }
      name = String(parts[0])
      self.places = Int(places)
    }
  }

  func validate() throws {
    try requireRange("--places-per-booking", placesPerBooking, 1...1_000_000)
  }

  func apply(to policy: inout ClassPolicy) {
    policy.freeCancellationBefore = freeCancellation ?? policy.freeCancellationBefore
    policy.promotesUntilBefore = promoteUntil ?? policy.promotesUntilBefore
    policy.placesPerBooking = placesPerBooking ?? policy.placesPerBooking
    policy.holdsFor = holdsFor ?? policy.holdsFor
    policy.checkInOpensBefore = checkInOpens ?? policy.checkInOpensBefore
    policy.checkInClosesAfter = checkInCloses ?? policy.checkInClosesAfter
  }
}
