internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacTime

extension Booking {
  /// The booking as an attendee; what PARTSTAT does not say stands in X- parameters.
  func attendee(name: String) -> Attendee {
    Attendee(CalendarAddress.uri(member), name: name, role: .required, status: answer, parameters: parameters)
  }

  /// The member's answer: who waits has not answered yet, who holds places has done so tentatively.
  var answer: Attendee.Status {
    switch state {
    case .waiting: .needsAction
    case .held: .tentative
    default: .accepted
    }
  }

  /// A booking that is not on any more: no attendee, but not forgotten.
  var property: Property {
    Property(AlmanacProperty.booking, parameters: parameters, value: TextValue.escaped(member))
  }

  private var parameters: [Parameter] {
    var result = [
      Parameter(AlmanacProperty.number, "\(number)"), Parameter(AlmanacProperty.state, state.code),
      Parameter(AlmanacProperty.made, InstantText.written(madeAt)),
      Parameter(AlmanacProperty.changed, InstantText.written(changedAt)),
    ]
    if places != 1 { result.append(Parameter(AlmanacProperty.places, "\(places)")) }
    if !channel.isEmpty { result.append(Parameter(AlmanacProperty.channel, channel)) }
    if case .held(let until) = state {
      result.append(Parameter(AlmanacProperty.until, InstantText.written(until)))
    }
    return result
  }

  /// Reads the parameters back; `nil` where they tell of no booking.
  fileprivate init?(_ member: String, _ parameter: (String) -> String?) {
    guard let number = parameter(AlmanacProperty.number).flatMap({ Int($0) }),
      let word = parameter(AlmanacProperty.state),
      let state = State(code: word, until: InstantText.read(parameter(AlmanacProperty.until))),
      let made = InstantText.read(parameter(AlmanacProperty.made))
    else { return nil }
    let places = parameter(AlmanacProperty.places).flatMap { Int($0) } ?? 1
    self.init(
      number: number, member: member, places: Swift.max(1, Swift.min(places, 1_000_000)),
      channel: parameter(AlmanacProperty.channel) ?? "", state: state, madeAt: made,
      changedAt: InstantText.read(parameter(AlmanacProperty.changed)))
  }
}

extension Roster {
  /// Writes the bookings into the event of their date.
  func write(into event: inout Event, names: (String) -> String) {
    event.attendees = bookings.filter { $0.state.isActive }.map { $0.attendee(name: names($0.member)) }
    event.unmodelled.properties += bookings.filter { !$0.state.isActive }.map { $0.property }
    event.unmodelled.set(AlmanacProperty.version, "\(version)")
  }

  /// Reads the bookings of a date from its event; `nil` for an event that was written without. Attendees whom another
  /// program added are no bookings.
  init?(of occurrence: ClassOccurrence, from event: Event) {
    guard let version = event.unmodelled.value(AlmanacProperty.version).flatMap({ Int($0) }) else {
      return nil
    }
    let active = event.attendees.compactMap { attendee in
      Booking(CalendarAddress.plain(attendee.address)) { attendee.parameter($0) }
    }
    let past = event.unmodelled.all(AlmanacProperty.booking).compactMap { property in
      Booking(TextValue.unescaped(property.value)) { property.parameter($0) }
    }
    self.init(of: occurrence, version: version, bookings: active + past)
  }
}
