// A process of its own: entries of a cache make room for others, as contexts and answers do. Prints the size of the heap in MB.
import { boundHeap } from '#main/app/bound-heap.ts'
import { LruMap } from '#runtime/lru-map.ts'

const ENTRIES = 100_000
const ROUNDS = 10
const MB = 1024 * 1024

if (process.argv[2] === 'bounded') boundHeap()
const cache = new LruMap<number, object>(ENTRIES)
let most = 0
for (let entry = 0; entry < ENTRIES * ROUNDS; entry++) {
  cache.set(entry, { entry, context: { userId: `user-${entry}`, country: ['no'] } })
  if (entry % 10_000 === 0) most = Math.max(most, process.memoryUsage().heapTotal)
}
console.log(Math.round(most / MB))
