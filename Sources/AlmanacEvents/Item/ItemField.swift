package import AlmanacComponents
internal import AlmanacTime

/// One field of items of any kind: a row of ``ItemTable``.
package final class ItemField: Sendable {
  /// The role of a field: identity, time, recurrence, revision or content. Only changes of content are copied from one
  /// instance of a series to the others.
  package enum Role: Sendable { case identity, range, time, rule, revision, content }

  /// The way in which two changes of a field are merged: one replaces the other; or the entries of a list, identified by
  /// keys, are added, changed and removed one by one; or so are the properties, components and parameters that the model
  /// has no place for.
  package enum Merge: Sendable {
    case value
    case entries(ItemEntries)
    case unmodelled
  }

  /// The name of its iCalendar property, the first one where there are several.
  package let name: String
  /// Its iCalendar properties; none for a field that is a component.
  package let properties: [PropertyName]
  package let role: Role
  package let merge: Merge
  /// Whether a change raises SEQUENCE, as attendees have to be informed (RFC 5546 §2.1.4).
  package let raisesSequence: Bool
  package let isEqual: @Sendable (ItemContent, ItemContent) -> Bool
  /// Copies the field from the first item to the second.
  package let copy: @Sendable (ItemContent, inout ItemContent) -> Void
  /// Calls a closure with each of its texts or addresses; `nil` for a field without any.
  let forEachText: (@Sendable (ItemContent, (String) -> Void) -> Void)?
  /// Reads the property from the unmodelled content of older stored forms.
  let adopt: Adoption?
  /// The part of an item that stores it.
  package let part: Any.Type
  /// Whether its texts are URIs, by the type of the property.
  let isURI: Bool
  /// Whether it is stored with the fields that most items have.
  var isCommon: Bool { part == ItemFields.self }
  /// The coded form; `nil` where the field before is coded together with this one.
  let coding: CodingTable<Item>.Field?
  /// Its iCalendar component, where it is not a property.
  private let component: ComponentKind?

  private static let empty = ItemContent(ItemFields())

  /// - Parameters:
  ///   - path: The key path as a closure, so that the compiler resolves it and access is as fast as that of a member.
  ///   - coding: The coded form; `nil` where the field before is coded together with this one.
  @inline(__always)
  init<Part: ItemPart, Value: Equatable & Sendable>(
    _ path: @autoclosure @escaping ItemPath<Part, Value>, _ properties: [PropertyName],
    component: ComponentKind? = nil, role: Role = .content, merge: Merge = .value,
    raisesSequence: Bool = false, coding: CodingTable<Item>.Field? = nil,
    texts: EachText<Value>? = nil, adopt: Adoption? = nil
  ) {
    name = component?.name ?? properties.first?.text ?? ""
    isURI = properties.first?.facts.type != .text
    part = Part.self
    (self.properties, self.component, self.role, self.merge) = (properties, component, role, merge)
    self.raisesSequence = raisesSequence || role == .time || role == .rule
    (self.coding, self.adopt) = (coding, adopt)
    isEqual = { Part.box(of: $0) === Part.box(of: $1) || $0[path()] == $1[path()] }
    copy = { $1[path()] = $0[path()] }
    if let texts {
      forEachText = { if let box = Part.box(of: $0) { texts(box[path()], $1) } }
    } else {
      forEachText = nil
    }
  }

  package var keys: [String] { coding?.keys.map { $0.stringValue } ?? [] }

  /// Whether an item states the field.
  package func isStated(in content: ItemContent) -> Bool { !isEqual(content, Self.empty) }

  /// Whether only items of other kinds have the field.
  package func isMisplaced(in kind: ComponentKind) -> Bool {
    component.map { $0 == .alarm && !kind.hasAlarms }
      ?? properties.allSatisfy { $0.facts.isMisplaced(in: kind) }
  }
}

/// The key path of a value in a part of an item.
typealias ItemPath<Part, Value> = @Sendable () -> WritableKeyPath<Part, Value>

/// Calls a closure with each text or address of a value.
typealias EachText<Value> = @Sendable (Value, (String) -> Void) -> Void

/// Moves a property into the field that represents it. Returns the parameters that the field has no place for; `nil` for
/// a property without a value of its type.
typealias Adoption = @Sendable (Property, inout ItemContent) -> KeptParameters?

// MARK: The kinds of rows

extension ItemField {
  /// A field whose value is coded where an item states it.
  @inline(__always)
  static func value<Part: ItemPart, Value: Codable & Equatable & Sendable>(
    _ key: TextKey, _ path: @autoclosure @escaping ItemPath<Part, Value>, _ properties: [PropertyName],
    role: Role = .content, merge: Merge = .value, texts: EachText<Value>? = nil, adopt: Adoption? = nil
  ) -> ItemField {
    let coding = CodingTable<Item>.Field(keys: [key]) { (item, container) throws in
      let value = item.content[path()]
      if value != Part.none[keyPath: path()] { try container.encode(value, forKey: key) }
    } decode: { (item, container) throws in
      guard let value = try container.decodeIfPresent(Value.self, forKey: key) else { return }
      item.content[path()] = value
    }
    return ItemField(
      path(), properties, role: role, merge: merge, coding: coding, texts: texts, adopt: adopt)
  }

  /// A field that is a text, empty when absent.
  @inline(__always)
  static func text<Part: ItemPart>(
    _ key: TextKey, _ path: @autoclosure @escaping ItemPath<Part, String>, _ properties: [PropertyName],
    role: Role = .content
  ) -> ItemField {
    value(key, path(), properties, role: role) { text, body in if !text.isEmpty { body(text) } }
  }

  /// A field of texts that are merged one by one.
  @inline(__always)
  static func set<Part: ItemPart>(
    _ key: TextKey, _ path: @autoclosure @escaping ItemPath<Part, [String]>, _ properties: [PropertyName]
  ) -> ItemField {
    value(key, path(), properties, merge: .entries(path()) { $0 }) {
      $0.forEach($1)
    } adopt: { line, content in
      guard let facts = properties.first?.facts, facts.structure == .one else { return nil }
      let text = facts.type == .uri ? line.value : line.text
      content[path()].append(text)
      return KeptParameters(facts.name, line.parameters, values: [text])
    }
  }

  @inline(__always)
  static func duration<Part: ItemPart>(
    _ key: TextKey, _ path: @autoclosure @escaping ItemPath<Part, CalendarDuration?>,
    _ property: PropertyName
  ) -> ItemField {
    value(
      key, path(), [property],
      adopt: { line, content in
        guard let duration = try? CalendarDuration(line.value) else { return nil }
        content[path()] = duration
        return KeptParameters(
          property.text, line.parameters.filter { !property.parameters.contains($0.name) })
      })
  }

  /// A field of parts that are merged one by one.
  ///
  /// - Parameters:
  ///   - name: Returns the key of a part.
  ///   - text: Returns the text or address of a part.
  @inline(__always)
  static func list<Part: ItemPart, Element: Codable & Equatable & Sendable>(
    _ key: TextKey, _ path: @autoclosure @escaping ItemPath<Part, [Element]>, _ properties: [PropertyName],
    by name: @escaping @Sendable (Element) -> String, text: @escaping @Sendable (Element) -> String?
  ) -> ItemField {
    value(key, path(), properties, merge: .entries(path(), by: name)) { list, body in
      for element in list { if let text = text(element) { body(text) } }
    }
  }
}

/// The entries of a list that an item stores, for access without their type.
package struct ItemEntries: Sendable {
  /// Returns the keys of the entries, in their order. Entries of one key are successive states of one thing.
  package let keys: @Sendable (ItemContent) -> [String]
  /// Whether an entry of one item equals an entry of another.
  package let isEqual: @Sendable (Reference, Reference) -> Bool
  /// Whether there is at most one entry, whose value and parameters belong together.
  package var isSingle = false
  /// Replaces the entries of an item by entries of other items.
  package let assign: @Sendable ([Reference], inout ItemContent) -> Void

  /// An item and the index of one of its entries.
  package typealias Reference = (content: ItemContent, index: Int)
}

extension ItemField.Merge {
  /// The entries of a list, identified by keys; a text identifies itself.
  @inline(__always)
  static func entries<Part: ItemPart, Element: Equatable & Sendable>(
    _ path: @autoclosure @escaping ItemPath<Part, [Element]>, by key: @escaping @Sendable (Element) -> String
  ) -> ItemField.Merge {
    .entries(
      ItemEntries(
        keys: { $0[path()].map(key) },
        isEqual: { $0.content[path()][$0.index] == $1.content[path()][$1.index] },
        assign: { places, content in content[path()] = places.map { $0.content[path()][$0.index] } }))
  }

  /// The entry of a property that an item has at most once, with parameters that are merged one by one.
  @inline(__always)
  static func entry<Part: ItemPart, Element: Equatable & Sendable>(
    _ path: @autoclosure @escaping ItemPath<Part, Element?>
  ) -> ItemField.Merge {
    .entries(
      ItemEntries(
        keys: { $0[path()] == nil ? [] : [""] }, isEqual: { $0.content[path()] == $1.content[path()] },
        isSingle: true, assign: { places, content in content[path()] = places.first?.content[path()] }))
  }
}
