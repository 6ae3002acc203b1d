import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import './ui/tokens.css'
import './ui/base.css'

import { mount } from 'svelte'
import { z } from 'zod'

import App from './App.svelte'
import { BASE_PATH } from './lib/base-path.ts'
import { preloadAt } from './shell/preload-pages.ts'

// zod would compile its checks with eval, which our policy forbids
z.config({ jitless: true })

// redirect a path of the original, as in the links of event summaries, to the same page of our hash routes
const page = location.pathname.slice(BASE_PATH.length)
if (page !== '' && page !== '/' && location.protocol.startsWith('http'))
  location.replace(`${BASE_PATH}/#${page}${location.search}`)

// its code comes while the shell is made
preloadAt(location.hash)

const target = document.getElementById('app')
if (!target) throw new Error('the page has no #app')
export default mount(App, { target })
