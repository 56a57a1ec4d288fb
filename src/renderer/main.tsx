import './connection/no-eval'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { connector } from './connection'
import { startFeeds } from './connection/feeds'
import { takeTokens } from './connection/token'
import { startLanguage } from './settings/language'
import { startThemes } from './settings/theme'
import { startClock } from './ui'
import { startLooking, startNotifying, startQueue, startTitle } from './attention'
import { goToPlace } from './attention/screen/next'

takeTokens(() => connector.retryNow())
startThemes()
startLanguage()
startFeeds()
startClock()
startQueue()
startLooking()
startTitle()
startNotifying(goToPlace)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')
createRoot(root).render(
  <CSPProvider disableStyleElements>
    <App />
  </CSPProvider>
)
