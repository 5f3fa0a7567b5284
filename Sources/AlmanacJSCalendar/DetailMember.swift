import AlmanacComponents
import AlmanacEvents
import AlmanacMapping

/// The member of a JSCalendar object that represents a property of an RFC 9073 component: a row of the table
/// of its kind.
///
/// Properties without a row, and those that their member cannot represent, are stored in the object's
/// `iCalComponent`. The key of the object is the component's UID if that is a valid key (RFC 8984 §1.4.1).
struct DetailMember<Detail: DetailComponent>: Sendable {
  let name: String
  let property: PropertyName
  /// Reads the member of an object.
  let read: @Sendable (JSONValue, inout Detail) -> Void
  /// The member; `nil` if it cannot represent the value.
  let write: @Sendable (Detail) -> JSONValue?

  static func text(_ name: String, _ property: PropertyName) -> Self {
    Self(name: name, property: property) {
      $1[property] = $0.text(name)
    } write: {
      .text($0[property])
    }
  }
}

extension DetailComponent {
  /// The component represented by an entry of a map, completed with the one stored in it. Stored properties
  /// take precedence, and follow those of members.
  init(_ entry: JSONValue.Member, by members: [DetailMember<Self>], _ options: ICSOptions) {
    let (name, stored) = (Self.kind.name, entry.value[ICalendarRest.component])
    self.init(Component(name))
    self[.uid] = entry.name
    for member in members { member.read(entry.value, &self) }
    guard let kept = stored.flatMap({ JCalReader.component($0, options.limits) }), kept.isNamed(name) else {
      return
    }
    let new = component.properties.filter { kept.value($0.name) == nil }
    component = Component(kept.name, properties: new + kept.properties, components: kept.components)
  }

  /// The index of the first property with a name, unless it is empty or has parameters other than VALUE.
  private func plainIndex(of property: PropertyName) -> Int? {
    let index = component.properties.firstIndex(named: property.text)
    return index.flatMap { index in
      let property = component.properties[index]
      return property.value.isEmpty || property.parameters.contains { $0.name != "VALUE" } ? nil : index
    }
  }

  /// Removes the property of a member and returns the member's value; `nil` if the member cannot represent the
  /// property.
  mutating func take(_ member: DetailMember<Self>) -> JSONValue? {
    guard let index = plainIndex(of: member.property), let value = member.write(self) else { return nil }
    component.properties.remove(at: index)
    return value
  }

  /// Adds the members to an object and returns the component without their properties, and without a UID that
  /// is the object's key.
  func moved(_ members: [DetailMember<Self>], to object: inout JSONValue, key: String) -> Component {
    var rest = self
    for member in members {
      if let value = rest.take(member) { object[member.name] = value }
    }
    if self[.uid] == key, let index = rest.plainIndex(of: .uid) {
      rest.component.properties.remove(at: index)
    }
    return rest.component
  }
}
