internal import AlmanacComponents
public import AlmanacEvents
internal import AlmanacMapping
public import AlmanacTime

/// The version of an item: its identity, its revision (SEQUENCE, LAST-MODIFIED, DTSTAMP) and a digest of its content.
///
/// Two states of an item with the same digest have the same content; DTSTAMP alone, and the order of properties and of
/// values in a list, do not change the digest.
///
/// ```swift
/// let isChanged = ItemVersion(fetched).digest != ItemVersion(stored).digest
/// ```
public struct ItemVersion: Sendable, Hashable {
  /// The identity of the item.
  public let id: ItemID
  /// SEQUENCE; 0 when not stated.
  public let sequence: Int
  /// LAST-MODIFIED; `nil` when not stated.
  public let lastModified: Instant?
  /// DTSTAMP.
  public let stamp: Instant?
  /// The digest of the content without DTSTAMP.
  public let digest: ContentDigest

  /// - Complexity: O(*n*) in the length of the item.
  public init(_ item: some CalendarItem) {
    id = item.id
    (sequence, lastModified, stamp) = (item.sequence, item.lastModified, item.stamp)
    var writer = ModelWriter()
    var component = writer.component(for: item.item)
    component.properties.removeAll(named: PropertyName.dtstamp.text)
    digest = ContentDigest(component.sortedLines)
  }
}

extension Component {
  /// The content lines in an order that depends only on the lines: properties, one for each value of a list, then
  /// components.
  fileprivate var sortedLines: [UInt8] {
    func line(_ property: Property) -> [UInt8] {
      var writer = LineWriter()
      writer.write(property)
      return writer.bytes
    }
    let lines = properties.flatMap(\.values).map(line)
    let inner = components.map(\.sortedLines)
    let sorted = [lines, inner].flatMap { $0.sorted { $0.lexicographicallyPrecedes($1) } }
    return line(Property("BEGIN", value: name)) + sorted.joined() + line(Property("END", value: name))
  }
}

extension Property {
  /// A property for each value of a list.
  fileprivate var values: [Property] {
    guard PropertyName.named(name)?.facts.structure == .list else { return [self] }
    var value = value
    return value.withUTF8 { bytes in
      TextValue.listParts(bytes).map { range in
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        return Property(name, parameters: parameters, value: text)
      }
    }
  }
}
