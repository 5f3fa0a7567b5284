/// The search for the fewest constraints for which there is a proof that they cannot hold together.
///
/// Each set of constraints without a proof leaves out one at least of every conflict. The smallest set with one of what each
/// maximal such set leaves out is a conflict, or leads to another maximal set (implicit hitting sets; Ignatiev et al.,
/// 2015).
struct SmallestConflict {
  /// The number of all constraints, which are proven not to hold together.
  let count: Int
  /// Whether some constraints, by their indexes in order, are proven not to hold together.
  let isProven: ([Int], inout SearchSteps) -> Bool
  /// The smallest conflict of the kinds of proof for which it is known, empty where they have none, and whether constraints
  /// are proven not to hold together by the other kinds; `nil` where it is not known for any.
  var counted: (conflict: [Int], isProvenOtherwise: ([Int], inout SearchSteps) -> Bool)?

  /// The indexes of a conflict: the smallest if the steps suffice, else one from which none can be left out, or all.
  func run(_ steps: inout SearchSteps) -> (conflict: [Int], isSmallest: Bool) {
    var conflict = Array(0..<count)
    if let counted, !counted.conflict.isEmpty { conflict = counted.conflict }
    for index in conflict {
      guard steps.left > 0 else { return (conflict, false) }
      let rest = conflict.filter { $0 != index }
      if isProven(rest, &steps) { conflict = rest }
    }
    let smaller = smaller(than: conflict, provenBy: counted?.isProvenOtherwise ?? isProven, &steps)
    return (smaller ?? conflict, steps.left > 0)
  }

  /// A conflict of fewer constraints than another one, the smallest; `nil` if there is none, or the steps do not suffice.
  private func smaller(
    than conflict: [Int], provenBy isProven: ([Int], inout SearchSteps) -> Bool, _ steps: inout SearchSteps
  ) -> [Int]? {
    var corrections: [[Int]] = []
    while let candidate = smallestHit(of: corrections, below: conflict.count, &steps) {
      if isProven(candidate, &steps) { return candidate }
      var held = candidate
      for index in 0..<count where !held.contains(index) {
        guard steps.left > 0 else { return nil }
        if !isProven((held + [index]).sorted(), &steps) { held.append(index) }
      }
      corrections.append((0..<count).filter { !held.contains($0) })
    }
    return nil
  }

  /// The fewest indexes, below a number, with one of each set; of several the first in order.
  private func smallestHit(of sets: [[Int]], below bound: Int, _ steps: inout SearchSteps) -> [Int]? {
    for size in 0..<bound {
      if let hit = hit(sets[...], with: [], size, &steps) { return hit.sorted() }
    }
    return nil
  }

  private func hit(_ sets: ArraySlice<[Int]>, with chosen: [Int], _ left: Int, _ steps: inout SearchSteps)
    -> [Int]?
  {
    let open = sets.firstIndex { set in !set.contains { chosen.contains($0) } }
    guard steps.take(1 + (open ?? sets.endIndex) - sets.startIndex) else { return nil }
    guard let open else { return chosen }
    if left == 0 { return nil }
    for index in sets[open] {
      if let hit = hit(sets[(open + 1)...], with: chosen + [index], left - 1, &steps) { return hit }
    }
    return nil
  }
}
