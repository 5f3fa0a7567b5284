import AlmanacComponents
import CLibical

/// A component of libical's that is filled in again for each component of its kind.
///
/// Most components of a calendar have the same typed properties in the same order: then only the values are set anew, and
/// libical allocates nothing for them.
final class LibicalForm {
  let kind: icalcomponent_kind
  private let component: LibicalComponent
  private var fields: [Field] = []
  /// How many of the fields the component at hand has filled in.
  private(set) var count = 0

  private struct Field {
    let property: KnownProperty
    let value: LibicalValue
    /// Both belong to the component.
    let native: OpaquePointer
    let nativeValue: OpaquePointer
  }

  init?(_ kind: icalcomponent_kind) {
    LibicalLibrary.prepareToWrite()
    guard let pointer = icalcomponent_new(kind) else { return nil }
    self.kind = kind
    component = LibicalComponent(owning: pointer)
  }

  /// Fills in the next property; `false` for one that libical would not print as it should be.
  func add(_ property: KnownProperty, _ value: OutputValue) -> Bool {
    guard let value = LibicalValue(value, for: property) else { return false }
    if count < fields.count {
      let field = fields[count]
      if field.property == property, value.isSameKind(as: field.value) {
        value.set(field.nativeValue)
        count += 1
        return true
      }
    }
    guard let field = make(property, value) else { return false }
    removeRest()
    icalcomponent_add_property(component.pointer, field.native)
    fields.append(field)
    count += 1
    return true
  }

  private func make(_ property: KnownProperty, _ value: LibicalValue) -> Field? {
    let kind = LibicalLibrary.kinds[Int(property.rawValue)]
    guard kind != ICAL_NO_PROPERTY, let native = icalproperty_new(kind) else { return nil }
    guard let nativeValue = value.made() else {
      icalproperty_free(native)
      return nil
    }
    icalproperty_set_value(native, nativeValue)
    return Field(property: property, value: value, native: native, nativeValue: nativeValue)
  }

  private func removeRest() {
    for field in fields[count...] {
      icalcomponent_remove_property(component.pointer, field.native)
      icalproperty_free(field.native)
    }
    fields.removeSubrange(count...)
  }

  /// Calls `body` with the component as libical prints it: BEGIN, a line for each property filled in, END. What is
  /// filled in next belongs to another component.
  func print(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    removeRest()
    count = 0
    LibicalLibrary.countPrint()
    guard let text = icalcomponent_as_ical_string_r(component.pointer) else { return }
    defer { icalmemory_free_buffer(text) }
    body(bytes(ofCString: text))
  }
}
