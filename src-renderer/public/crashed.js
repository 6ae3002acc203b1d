// stands alone: what crashed the window may be part of the pages' own scripts
const collect = document.getElementById('collect')
const text = document.getElementById('text')
const bridge = window.halyardDesktop

collect.hidden = !bridge
bridge?.onMessage((message) => {
  if (message.kind !== 'support-bundle') return
  text.textContent = message.text
  document.getElementById('bundle').hidden = false
  collect.disabled = false
  text.focus()
})
collect.addEventListener('click', () => {
  collect.disabled = true
  bridge.send({ kind: 'support-bundle' })
})
document.getElementById('save').addEventListener('click', () => {
  const url = URL.createObjectURL(new Blob([text.textContent], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'halyard-support.json'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
})
