import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import '#ui/tokens.css'
import '#ui/base.css'

import { mount } from 'svelte'

import Gallery from './Gallery.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('the page has no #app')
mount(Gallery, { target })
