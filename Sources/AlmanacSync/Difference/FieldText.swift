internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacMapping

/// Writes single fields of items as content lines, not folded, for showing them.
struct FieldText {
  private var writer = ModelWriter()

  /// The lines of all properties and components of a field.
  mutating func lines(of field: ItemField, in item: Item) -> [String] {
    if case .unmodelled = field.merge { return item.unmodelled.parts.flatMap(\.lines) }
    var alone = context(of: item)
    field.copy(item.content, &alone)
    return lines(of: field, alone: Item(alone, item.kind))
  }

  /// The lines of one entry of a list.
  mutating func lines(of field: ItemField, _ entries: ItemEntries, at index: Int, in item: Item) -> [String] {
    var alone = context(of: item)
    entries.assign([(item.content, index)], &alone)
    return lines(of: field, alone: Item(alone, item.kind))
  }

  /// The content of an item reduced to the fields on which the form of others depends.
  private func context(of item: Item) -> ItemContent {
    var content = ItemContent(ItemFields())
    content.fields.start = item.start
    content.fields.summary = item.summary
    return content
  }

  private mutating func lines(of field: ItemField, alone item: Item) -> [String] {
    let tree = writer.component(for: item)
    let names = field.properties.map(\.text)
    return tree.properties.filter { names.contains($0.name) }.map(\.line)
      + tree.components.filter { $0.isNamed(field.name) }.flatMap(\.lines)
  }
}

extension Property {
  /// The content line, not folded.
  var line: String { LineWriter.lines { $0.write(self) }.joined() }
}

extension Component {
  /// The content lines, not folded.
  var lines: [String] { LineWriter.lines { $0.write(self) } }
}

extension LineWriter {
  /// The lines that are written, not folded.
  static func lines(_ write: (inout LineWriter) -> Void) -> [String] {
    var writer = LineWriter(ending: .lf, isFolding: false)
    write(&writer)
    return writer.bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
