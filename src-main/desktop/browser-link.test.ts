import { expect, it } from 'vitest'

import { opensInBrowser } from './browser-link.ts'

it.each(['https://example.com/a', 'http://wiki.intranet/flags'])('%s opens in the browser', (url) => {
  expect(opensInBrowser(url)).toBe(true)
})

it.each(['file:///etc/passwd', 'javascript:alert(1)', 'app://halyard/index.html', 'smb://host/share', ''])(
  '%j opens nothing',
  (url) => {
    expect(opensInBrowser(url)).toBe(false)
  },
)
