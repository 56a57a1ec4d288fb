/** Whether the host still keeps what happens: every beat says so. */
import { create } from 'zustand'

export type DataState = 'kept' | 'gone'

export const useData = create<{ readonly data: DataState }>(() => ({ data: 'kept' }))

/** Passes beats on, and notes what they say. */
export async function* noteData<T extends { readonly data: DataState }>(beats: AsyncIterable<T>): AsyncGenerator<T, void> {
  for await (const beat of beats) {
    if (beat.data !== useData.getState().data) useData.setState({ data: beat.data })
    yield beat
  }
}
