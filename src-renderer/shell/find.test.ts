import { beforeAll, expect, it } from 'vitest'

import { findRanges } from './find.svelte.ts'

// jsdom has no layout, so nothing counts as visible
beforeAll(() => void Object.assign(Element.prototype, { checkVisibility: () => true }))

it('text is found in any letter case, with every occurrence', () => {
  const root = document.createElement('main')
  root.innerHTML = '<p>Checkout, checkout</p><p>The <b>CHECKOUT</b> of the shop</p><input value="checkout" />'
  expect(findRanges(root, 'checkout').map(String)).toEqual(['Checkout', 'checkout', 'CHECKOUT'])
  expect(findRanges(root, 'cart')).toEqual([])
})
