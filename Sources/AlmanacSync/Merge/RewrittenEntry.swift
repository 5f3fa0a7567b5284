internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacTime

/// Changes that programs make in the entries of lists when they only save a calendar: KDE's engine states the defaults of
/// parameters, adds X- parameters and properties of its own, and drops the UIDs of alarms and the kinds of relations
/// (RELTYPE), and CalDAV servers write other addresses of attendees, with those of mail in EMAIL. Such an entry was not edited, so
/// that the other side can remove it; nor was an alarm that was only dismissed.
extension EntryMerge {
  /// Whether an entry of a side differs from that of the base at most in what programs change when they save it.
  static func isRewritten(
    _ state: ItemEntries.Reference, from base: ItemEntries.Reference, _ entries: ItemEntries,
    of kind: Item.Kind
  ) -> Bool {
    if entries.isEqual(state, base) { return true }
    let trees = [base, state].map { tree(of: $0, entries, kind) }
    if let alarm = trees[1].components.first, let former = trees[0].components.first {
      return alarm.isRewritten(from: former)
    }
    guard let property = trees[1].properties.last, let former = trees[0].properties.last else { return false }
    return property.isRewritten(from: former)
  }
}

extension Component {
  fileprivate func isRewritten(from base: Component) -> Bool {
    func rest(_ one: Component, _ other: Component) -> [Property] {
      one.properties.filter { property in
        if UnmodelledPart.growing.contains(where: property.isNamed) { return false }
        let isExtension = property.name.uppercased().hasPrefix("X-")
        let isDropped = isExtension || property.isNamed(PropertyName.uid.text)
        return !isDropped || other.properties.contains(named: property.name)
      }.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    }
    let (own, former) = (rest(self, base), rest(base, self))
    return isNamed(base.name) && components == base.components && own.count == former.count
      && zip(own, former).allSatisfy { $0.isRewritten(from: $1) }
  }
}

extension Property {
  fileprivate func isRewritten(from base: Property) -> Bool {
    let isSameValue =
      value == base.value
      || isNamed(PropertyName.attendee.text) && !people.isDisjoint(with: base.people)
    guard isNamed(base.name), isSameValue else { return false }
    func rest(_ one: Property, _ other: Property) -> Set<Parameter> {
      Set(
        one.parameters.filter { parameter in
          if Attendee.defaults.contains(parameter) { return false }
          let isExtension = parameter.name.uppercased().hasPrefix("X-") || parameter.name == "EMAIL"
          return !isExtension || other.parameters.contains { $0.name == parameter.name }
        }.filter { $0.name != Attendee.number })
    }
    return rest(self, base) == rest(base, self)
  }

  /// The addresses of a person: the value, and those of mail (RFC 7986 §6.2).
  private var people: Set<PersonKey> { Set(([value] + parameters.mails).map { PersonKey($0) }) }
}

// MARK: Kinds of relations that programs drop

extension Item {
  /// The item with the kinds of relations that a program dropped since the base.
  func restoringKinds(since base: Item) -> Item {
    if relations == base.relations { return self }
    return modified(self) { $0.relations = relations.restoringKinds(since: base.relations) }
  }
}

extension [Relation] {
  /// A relation to a parent is the one of another kind to the same item that the base has in place of it.
  fileprivate func restoringKinds(since base: [Relation]) -> [Relation] {
    let known = Set(map { [$0.kind.rawValue, $0.target] })
    let parents = Set(base.lazy.filter { $0.kind == .parent }.map(\.target))
    var kinds = Dictionary(
      grouping: base.filter {
        !known.contains([$0.kind.rawValue, $0.target]) && !parents.contains($0.target)
      },
      by: \.target
    ).mapValues { $0[...] }
    return map { relation in
      guard relation.kind == .parent, let former = kinds[relation.target]?.popFirst() else { return relation }
      return modified(relation) { $0.kind = former.kind }
    }
  }
}
