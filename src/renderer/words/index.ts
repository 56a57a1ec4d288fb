export { fromHost } from './host/from-host'
export { firstSpoken, LANGUAGES, speak, useLanguage, type Language } from './language'
export { plural, say, useWords, type Words } from './say'
