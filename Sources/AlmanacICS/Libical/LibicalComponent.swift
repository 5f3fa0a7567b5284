import CLibical

/// The one owner of a libical component; freed with it.
struct LibicalComponent: ~Copyable {
  let pointer: OpaquePointer

  /// Takes over a component that has no parent.
  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { icalcomponent_free(pointer) }
}
