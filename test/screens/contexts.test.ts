import { CONTEXT_SCREENS } from './context-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(CONTEXT_SCREENS)
