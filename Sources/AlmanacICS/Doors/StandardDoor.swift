package import AlmanacMapping

#if LIBICAL_DOOR
  /// The door that typed values pass through where nobody chooses one.
  package let standardDoor: any ValueDoor = LibicalDoor()
#else
  /// The door that typed values pass through where nobody chooses one.
  package let standardDoor: any ValueDoor = PureDoor()
#endif

extension ICSOptions {
  var valueDoor: any ValueDoor { door ?? standardDoor }
}
