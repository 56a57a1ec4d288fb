/** What can be done, what it is called, and by which keys. */
export { keysOf, rebind, resetKeys, useActionKey, useBindings, useLabel, type BoundAction } from './bindings'
export { isKeyOf, listenToKeys } from './listen'
export { canRun, GROUPS, handleAction, registerActions, runAction, useActions, useHandler, type Action, type ActionGroup } from './registry'
export { words as groupWords } from './words'
