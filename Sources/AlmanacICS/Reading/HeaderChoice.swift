import AlmanacEvents

/// What a calendar says of itself by a property that RFC 7986 has, and by one that programs used before it.
struct HeaderChoice<Value: Sendable & Equatable>: Sendable {
  private(set) var standard: (value: Value, parameters: [Parameter])?
  /// The lines of the older one, in order.
  private(set) var older: [(value: Value, raw: Property)] = []

  /// Takes the first line that says something; says whether it was that.
  mutating func take(_ value: Value, parameters: [Parameter] = []) -> Bool {
    guard standard == nil else { return false }
    standard = (value, parameters)
    return true
  }

  mutating func add(older value: Value, _ raw: Property) { older.append((value, raw)) }

  /// Whether a line says what was taken once more.
  func isRepeated(_ value: Value, parameters: [Parameter]) -> Bool {
    standard.map { $0.value == value && $0.parameters == parameters } ?? false
  }

  /// The standard one goes before.
  var value: Value? { standard?.value ?? older.first?.value }
}

extension CalendarDraft {
  /// Decides between what was said twice.
  mutating func settleHeader() {
    calendar.name = calendarName.value ?? ""
    keep(calendarName.older, beside: calendar.name)
    calendar.details = calendarDetails.value ?? ""
    keep(calendarDetails.older, beside: calendar.details)
    calendar.refreshInterval = interval.value
    keep(interval.older, beside: calendar.refreshInterval)
    calendar.color = color.value
    // COLOR can only name the nearest colour; the digits beside it are the colour itself.
    if let exact = color.older.first?.value, color.value?.description == exact.nearestName {
      calendar.color = exact
    }
    keep(color.older, beside: calendar.color)
    calendar.unmodelled.orderParameters()
  }

  /// The lines of an older property: as they stand, where they do not all say what the calendar says; else the
  /// parameters of the first, as the line is written anew.
  private mutating func keep<Value: Equatable>(
    _ lines: [(value: Value, raw: Property)], beside value: Value?
  ) {
    guard let first = lines.first?.raw else { return }
    if lines.allSatisfy({ $0.value == value }) {
      if !first.parameters.isEmpty {
        calendar.unmodelled.parameters.append(KeptParameters(first.name.uppercased(), first.parameters))
      }
      return
    }
    calendar.unmodelled.properties += lines.map { $0.raw }
    calendar.unmodelled.properties.sort { ($0.position ?? .max) < ($1.position ?? .max) }
  }
}
