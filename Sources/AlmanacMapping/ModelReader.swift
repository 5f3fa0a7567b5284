package import AlmanacComponents
package import AlmanacEvents
import AlmanacTime

/// Makes the model of components, one component after the other.
///
/// Each kind of component has a table of its properties (``ComponentMapping``); typed values come through the door.
/// Nothing that is wrong with one component touches another.
package struct ModelReader {
  let options: ICSOptions
  let door: any ValueDoor
  package var zones: ZoneResolver
  package var diagnostics: [Diagnostic] = []
  /// The place of the component that is read, which numbers the UID that it may be given.
  var piece = 0
  /// The UID of the component that was read last, as the file has it.
  var statedUID = ""

  package init(_ options: ICSOptions, door: any ValueDoor) {
    self.options = options
    self.door = door
    zones = ZoneResolver(options)
  }
}

// MARK: Reporting

extension ModelReader {
  /// Notes something about a property; the UID is filled in when its component is done.
  mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ property: PropertyView,
    _ message: @autoclosure () -> String, repair: @autoclosure () -> String = "left out"
  ) {
    report(severity, code, line: property.line, property.title, message(), repair: repair())
  }

  mutating func report(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, line: Int, _ property: String,
    _ message: @autoclosure () -> String, repair: @autoclosure () -> String
  ) {
    guard diagnostics.count < options.limits.diagnostics else { return }
    diagnostics.append(
      Diagnostic(severity, code, line: line, property: property, message: message(), repair: repair()))
  }

  /// Says which component the diagnostics since `first` are about.
  mutating func name(uid: String, since first: Int) {
    guard !uid.isEmpty else { return }
    for index in diagnostics.indices.dropFirst(first) where diagnostics[index].uid.isEmpty {
      diagnostics[index].uid = uid
    }
  }

  /// Gives a UID to a component that has none, and reports what is missing.
  ///
  /// - Parameters:
  ///   - number: For which one is asked for; `nil` for that of the piece.
  ///   - isInModel: Whether there is a use for one.
  mutating func settleIdentity(
    _ uid: inout String, hasStamp: Bool, line: Int, number: Int? = nil, isInModel: Bool = true
  ) {
    statedUID = uid
    if uid.isEmpty {
      report(
        .warning, .missingUID, line: line, "UID", "a component without a UID",
        repair: isInModel ? "given a UID in the model" : "none is needed")
      if isInModel { uid = options.uids.uid(number: number ?? piece) }
    }
    if !hasStamp {
      report(
        .warning, .missingStamp, line: line, "DTSTAMP", "a component without DTSTAMP",
        repair: "none is known")
    }
  }
}

/// The start of a value, to be shown in a message.
func excerpt(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
  let shown = TextValue.unescaped(UnsafeBufferPointer(rebasing: bytes.prefix(60)))
  return bytes.count > 60 ? shown + "…" : shown
}

func excerpt(_ bytes: [UInt8]) -> String { bytes.withUnsafeBufferPointer { excerpt($0) } }

extension PropertyView {
  /// The start of the value, to be shown in a message.
  var excerpt: String { AlmanacMapping.excerpt(value) }
}

extension Substring {
  /// Without blanks and control characters around it.
  var trimmed: Substring {
    let text = utf8.drop { $0 <= 0x20 }
    return Substring(text.dropLast(text.reversed().prefix { $0 <= 0x20 }.count))
  }
}

// MARK: Simple values

extension ModelReader {
  /// A URI; of one that is said to be a text, with the escapes undone and without ends of lines.
  func uri(_ property: PropertyView) -> String {
    guard property.says("VALUE", "TEXT") else { return property.trimmed }
    let text = String(decoding: property.text.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
    return Property("", value: text).withView { $0.trimmed }
  }

  /// A list of TEXT values; empty ones are left out.
  ///
  /// - Parameter have: How many the component has of other lines.
  mutating func texts(_ property: PropertyView, have: Int) -> [String] {
    var texts: [String] = []
    forEachValue(of: property, have: have) { _, value in
      let text = TextValue.unescaped(value)
      if !text.isEmpty { texts.append(text) }
    }
    return texts
  }

  /// Calls `body` with each value of a list, up to the limit of values.
  mutating func forEachValue(
    of property: PropertyView, have: Int, _ body: (inout ModelReader, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let limit = options.limits.values
    let room = max(0, limit - have)
    let parts = TextValue.listParts(property.value, upTo: room == .max ? room : room + 1)
    for part in parts.prefix(room) where !part.isEmpty {
      body(&self, UnsafeBufferPointer(rebasing: property.value[part]))
    }
    guard parts.count > room else { return }
    report(
      .error, .tooManyValues, property, "more than \(limit) values of \(property.title)",
      repair: "at most \(limit) are read; the rest is left out")
  }

  /// A whole number within limits.
  mutating func integer(_ property: PropertyView, in limits: ClosedRange<Int>) -> Int? {
    guard let number = door.integer(property.trimmedValue) else {
      report(.warning, .badValue, property, "\(property.excerpt) is no number")
      return nil
    }
    guard limits.contains(number) else {
      report(
        .warning, .outOfRange, property,
        "\(number) is not from \(limits.lowerBound) to \(limits.upperBound)")
      return nil
    }
    return number
  }

  mutating func duration(_ property: PropertyView) -> CalendarDuration? {
    if let duration = door.duration(property.trimmedValue) { return duration }
    report(.warning, .badValue, property, "\(property.excerpt) is no duration")
    return nil
  }
}

// MARK: Components

/// A value of the model while a component is read into it or written from it.
struct ModelDraft<Model: Sendable>: ComponentDraft {
  let kind: ComponentKind
  var model: Model
  var unmodelled = Unmodelled()
  var met = PropertySet()
  var taken = PropertySet()
}

/// What a run of components of one calendar says, each with the piece of the document that says it.
package struct ReadComponents: Sendable {
  package var items: [(piece: Int, value: Item)] = []
  package var freeBusy: [(piece: Int, value: FreeBusy)] = []
  package var availabilities: [(piece: Int, value: AvailabilityStatement)] = []
  package var others: [Component] = []
  package var definedZones: Set<String> = []
  /// By line, the UID of a component.
  package var uids: [(line: Int, uid: String)] = []

  package init() {}

  /// Whether nothing was read that a calendar's own lines decide about.
  package var isEmpty: Bool { items.isEmpty && availabilities.isEmpty && others.isEmpty }

  package mutating func append(_ more: ReadComponents) {
    items += more.items
    freeBusy += more.freeBusy
    availabilities += more.availabilities
    others += more.others
    definedZones.formUnion(more.definedZones)
    uids += more.uids
  }
}

extension ModelReader {
  /// Reads one component.
  package mutating func read(
    _ piece: Int, _ component: ComponentView, in context: CalendarContext, into found: inout ReadComponents
  ) {
    self.piece = piece
    let firstDiagnostic = diagnostics.count
    switch component.kind {
    case .timeZone:
      if let tzid = defineZone(component) { found.definedZones.insert(tzid) }
      return
    case .freeBusy: found.freeBusy.append((piece, freeBusy(component)))
    case .availability:
      found.availabilities.append((piece, availability(component, calendarZone: context.zone)))
    case let kind:
      if let kind = Item.Kind(kind), let item = item(kind, component, in: context) {
        found.items.append((piece, item))
      } else {
        let other = component.component
        statedUID = other.value("UID") ?? ""
        found.others.append(other)
      }
    }
    name(uid: statedUID, since: firstDiagnostic)
    found.uids.append((component.line, statedUID))
  }
}
