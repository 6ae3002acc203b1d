import './ui/tokens.css'
import './ui/base.css'

import { mount } from 'svelte'
import { z } from 'zod'

import App from './App.svelte'

// zod would compile its checks with eval, which our policy forbids
z.config({ jitless: true })

// a path of the original's, as in the links of an event's summary, is the same page under our hash routes
if (location.pathname !== '/' && location.protocol.startsWith('http'))
  location.replace(`/#${location.pathname}${location.search}`)

const target = document.getElementById('app')
if (!target) throw new Error('the page has no #app')
export default mount(App, { target })
