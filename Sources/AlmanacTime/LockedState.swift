#if !hasFeature(Embedded)
  #if canImport(Darwin)
    import os
  #else
    internal import Synchronization
  #endif

  /// A state that tasks share, which one at a time reads and changes. `Mutex` of the standard library asks for macOS 15 and
  /// iOS 18.
  package final class LockedState<State: Sendable>: Sendable {
    #if canImport(Darwin)
      private let state: OSAllocatedUnfairLock<State>

      package init(_ state: State) { self.state = OSAllocatedUnfairLock(initialState: state) }

      package func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try state.withLockUnchecked(body)
      }
    #else
      private let state: Mutex<State>

      package init(_ state: State) { self.state = Mutex(state) }

      package func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try state.withLock { try body(&$0) }
      }
    #endif
  }
#endif
