import AlmanacScheduling
import AlmanacTime
import ArgumentParser

/// The rarer terms on which a class is booked.
struct ClassTerms: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How long before the class a cancellation is in time. [default: until it begins]", valueName: "length"),
    transform: Length.read(_:))
  var freeCancellation: CalendarDuration?

  @Option(
    help: ArgumentHelp(
      "Until how long before the class free places go to those who wait. [default: until it begins]",
      valueName: "length"), transform: Length.read(_:))
  var promoteUntil: CalendarDuration?

  @Option(help: ArgumentHelp("How many places one booking may take. [default: 1]", valueName: "number"))
  var placesPerBooking: Int?

  @Option(
    help: ArgumentHelp("How long places are held. [default: 10m]", valueName: "length"),
    transform: Length.read(_:))
  var holdsFor: CalendarDuration?

  @Option(
    help: ArgumentHelp("How long before the class people may check in. [default: 1h]", valueName: "length"),
    transform: Length.read(_:))
  var checkInOpens: CalendarDuration?

  @Option(
    help: ArgumentHelp("How long after its beginning they still may. [default: 15m]", valueName: "length"),
    transform: Length.read(_:))
  var checkInCloses: CalendarDuration?

  @Option(
    name: .customLong("channel"),
    help: ArgumentHelp(
      "How many of the places may be booked through a channel; may be given several times.",
      valueName: "name=number"), transform: Share.init(argument:))
  var channels: [Share] = []

  /// A channel's share of the places.
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
    if let placesPerBooking, !(1...1_000_000).contains(placesPerBooking) {
      throw ValidationError(
        "--places-per-booking \(placesPerBooking) is out of range (expected 1 to 1000000)")
    }
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
