// The search of the guide: words in headings first, then in texts.
const field = document.getElementById('search')
const found = document.getElementById('found')
const count = document.getElementById('count')
const up = document.body.dataset.up
const MOST = 30
let index

const plain = (text) => new DOMParser().parseFromString(text, 'text/html').documentElement.textContent

/** Loads the index by a script element: that works from a file, where a page may fetch nothing. */
const loadIndex = () =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${up}/search.js`
    script.addEventListener('load', () => resolve(globalThis.searchEntries))
    script.addEventListener('error', reject)
    document.head.append(script)
  })

function scoreOf({ title, heading, text }, words) {
  let score = 0
  for (const word of words) {
    if (heading.toLowerCase().includes(word)) score += 4
    else if (title.toLowerCase().includes(word)) score += 2
    else if (text.toLowerCase().includes(word)) score += 1
    else return 0
  }
  return score
}

function show(entries, asked) {
  found.replaceChildren(
    ...entries.slice(0, MOST).map(({ address, title, heading }) => {
      const link = document.createElement('a')
      link.href = `${up}/${address}`
      link.textContent = heading === title ? plain(title) : `${plain(heading)} (${plain(title)})`
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
  found.hidden = entries.length === 0
  count.textContent = asked === '' ? '' : `${entries.length === 0 ? 'No' : entries.length} results`
}

field.addEventListener('input', async () => {
  const asked = field.value.trim().toLowerCase()
  index ??= loadIndex()
  const entries = await index
  if (field.value.trim().toLowerCase() !== asked) return
  const words = asked.split(/\s+/).filter(Boolean)
  const scored = words.length === 0 ? [] : entries.map((entry) => ({ entry, score: scoreOf(entry, words) }))
  show(
    scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry),
    asked,
  )
})
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  field.value = ''
  show([], '')
})
