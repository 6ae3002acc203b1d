import { BLAST_RADIUS_SCREENS } from './blast-radius-screens.ts'
import { shootScreens } from './shoot-screens.ts'

shootScreens(BLAST_RADIUS_SCREENS)
