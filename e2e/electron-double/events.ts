/** The event object that Electron hands to listeners who may say no. */

export interface CancellableEvent {
  defaultPrevented: boolean
  preventDefault(): void
}

export function cancellable<T extends object>(details: T): CancellableEvent & T {
  return {
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
    ...details
  }
}
