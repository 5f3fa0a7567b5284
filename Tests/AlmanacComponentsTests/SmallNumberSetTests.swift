import AlmanacComponents
import TestSupport
import Testing

@Suite("Sets of numbers from 0 to 127")
struct SmallNumberSetTests {
  @Test("they are the sets of the standard library", arguments: 1...20)
  func model(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (set, other) = (SmallNumberSet(), SmallNumberSet())
    var (model, otherModel) = (Set<Int>(), Set<Int>())
    for _ in 0..<300 {
      let number = Int.random(in: 0..<128, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: #expect(set.insert(number) == model.insert(number).inserted)
      case 1:
        set.remove(number)
        model.remove(number)
      case 2:
        other.insert(number)
        otherModel.insert(number)
      default: #expect(set.contains(number) == model.contains(number))
      }
      #expect(set.first == model.min() && set.count == model.count && set.isEmpty == model.isEmpty)
    }
    func numbers(_ set: SmallNumberSet) -> Set<Int> { Set((0..<128).filter { set.contains($0) }) }
    #expect(numbers(set.union(other)) == model.union(otherModel))
    #expect(numbers(set.intersection(other)) == model.intersection(otherModel))
    #expect(numbers(set.subtracting(other)) == model.subtracting(otherModel))
    #expect(numbers(set.symmetricDifference(other)) == model.symmetricDifference(otherModel))
    #expect(numbers(set.predecessors) == Set(model.filter { $0 > 0 }.map { $0 - 1 }))
    for bound in [0, 1, 63, 64, 65, 127, 128] {
      #expect(numbers(SmallNumberSet(below: bound)) == Set(0..<bound))
    }
  }
}
