internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacTime

/// Changes that programs make in the entries of lists when they only save a calendar: KDE's engine states the defaults of
/// parameters, adds X- parameters and properties of its own, and drops the UIDs of alarms and the kinds of relations
/// (RELTYPE). Such an entry was not edited, so that the other side can remove it.
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
  /// The properties that KDE's engine drops from alarms.
  private static let dropped = [PropertyName.uid, .acknowledged].map(\.text)

  fileprivate func isRewritten(from base: Component) -> Bool {
    func rest(_ one: Component, _ other: Component) -> [Property] {
      one.properties.filter { property in
        let isExtension = property.name.uppercased().hasPrefix("X-")
        let isDropped = isExtension || Self.dropped.contains(where: property.isNamed)
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
      value == base.value || isNamed(PropertyName.attendee.text) && PersonKey.areSame(value, base.value)
    guard isNamed(base.name), isSameValue else { return false }
    func rest(_ one: Property, _ other: Property) -> Set<Parameter> {
      Set(
        one.parameters.filter { parameter in
          if Attendee.defaults.contains(parameter) { return false }
          let isExtension = parameter.name.uppercased().hasPrefix("X-")
          return !isExtension || other.parameters.contains { $0.name == parameter.name }
        }.filter { $0.name != Attendee.number })
    }
    return rest(self, base) == rest(base, self)
  }
}

// MARK: Identities that programs drop

extension Item {
  /// The item with the UIDs of alarms and the kinds of relations that a program dropped since the base.
  func restoringIdentities(since base: Item) -> Item {
    var item = self
    if alarms != base.alarms { item.alarms = alarms.restoringUIDs(since: base.alarms) }
    if relations != base.relations { item.relations = relations.restoringKinds(since: base.relations) }
    return item
  }
}

extension [Alarm] {
  /// An alarm without a UID is the one of the base that has the same action and trigger, else the only one that differs in
  /// the trigger alone.
  fileprivate func restoringUIDs(since base: [Alarm]) -> [Alarm] {
    let known = Set(map(\.uid))
    let lost = base.filter { !$0.uid.isEmpty && !known.contains($0.uid) }
    if lost.isEmpty || !known.contains("") { return self }
    var alarms = self
    var free = Set(lost.map(\.uid))
    for (isUnique, key) in [(false, { $0.signal }), (true, { $0.untriggered })] as [(Bool, (Alarm) -> Alarm)]
    {
      let places = Dictionary(grouping: lost.filter { free.contains($0.uid) }, by: key)
      let unnamed = Dictionary(grouping: alarms.indices.filter { alarms[$0].uid.isEmpty }) { key(alarms[$0]) }
      for (signal, former) in places {
        let own = unnamed[signal] ?? []
        if isUnique, own.count != 1 || former.count != 1 { continue }
        for (index, alarm) in zip(own, former) {
          alarms[index].uid = alarm.uid
          free.remove(alarm.uid)
        }
      }
    }
    return alarms
  }
}

extension Alarm {
  /// An alarm of the same action and trigger without other content.
  var signal: Alarm { Alarm(trigger, action: action) }

  /// The alarm apart from its trigger and what programs change when they save it.
  var untriggered: Alarm {
    var alarm = self
    (alarm.trigger, alarm.uid, alarm.acknowledged) = (.before(.zero), "", nil)
    alarm.unmodelled.properties.removeAll { $0.name.uppercased().hasPrefix("X-") }
    return alarm
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
