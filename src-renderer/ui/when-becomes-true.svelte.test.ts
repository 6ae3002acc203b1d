import { flushSync } from 'svelte'
import { expect, it } from 'vitest'

import { whenBecomesTrue } from './when-becomes-true.svelte.ts'

it('a form is filled when it opens, not when its data changes', () => {
  const flag = $state({ isOpen: false, description: 'old' })
  const filled: string[] = []
  const stop = $effect.root(() =>
    whenBecomesTrue(
      () => flag.isOpen,
      () => filled.push(flag.description),
    ),
  )
  flushSync()
  expect(filled).toEqual([])

  flag.isOpen = true
  flushSync()
  flag.description = 'new'
  flushSync()
  expect(filled).toEqual(['old'])

  flag.isOpen = false
  flushSync()
  flag.isOpen = true
  flushSync()
  expect(filled).toEqual(['old', 'new'])
  stop()
})
