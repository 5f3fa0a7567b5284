internal import AlmanacEvents
internal import AlmanacTime

/// A policy in one property: `opens=P7D closes=PT0S …`, durations as iCalendar writes them.
extension ClassPolicy {
  var text: String {
    var words = [
      "closes=\(closesBefore)", "free-cancellation=\(freeCancellationBefore)",
      "promotes-until=\(promotesUntilBefore)", "places-per-booking=\(placesPerBooking)", "holds=\(holdsFor)",
      "check-in-opens=\(checkInOpensBefore)", "check-in-closes=\(checkInClosesAfter)",
    ]
    if let opensBefore { words.append("opens=\(opensBefore)") }
    if let waitlistLimit { words.append("waitlist=\(waitlistLimit)") }
    return words.joined(separator: " ")
  }

  /// Words that are missing or cannot be read leave what is usual.
  init(text: String) {
    self.init()
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let duration = try? CalendarDuration(String(parts[1]))
      let number = Int(parts[1])
      switch parts[0] {
      case "opens": opensBefore = duration
      case "closes": closesBefore = duration ?? closesBefore
      case "free-cancellation": freeCancellationBefore = duration ?? freeCancellationBefore
      case "promotes-until": promotesUntilBefore = duration ?? promotesUntilBefore
      case "holds": holdsFor = duration ?? holdsFor
      case "check-in-opens": checkInOpensBefore = duration ?? checkInOpensBefore
      case "check-in-closes": checkInClosesAfter = duration ?? checkInClosesAfter
      case "places-per-booking": placesPerBooking = number ?? placesPerBooking
      case "waitlist": waitlistLimit = number
      default: break
      }
    }
  }
}

extension Event {
  /// On what terms a class is booked.
  mutating func setTerms(_ policy: ClassPolicy, _ channelLimits: [String: Int]) {
    unmodelled.set(AlmanacProperty.policy, policy.text)
    for channel in channelLimits.keys.sorted() {
      unmodelled.properties.append(
        Property(
          AlmanacProperty.channelLimit, parameters: [Parameter(AlmanacProperty.channel, channel)],
          value: "\(channelLimits[channel] ?? 0)"))
    }
  }
}

extension Unmodelled {
  /// How many of the places may be booked through each channel.
  var channelLimits: [String: Int] {
    var limits: [String: Int] = [:]
    for property in all(AlmanacProperty.channelLimit) {
      guard let channel = property.parameter(AlmanacProperty.channel), let limit = Int(property.value) else {
        continue
      }
      limits[channel] = limit
    }
    return limits
  }
}
