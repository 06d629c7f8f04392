/* What tsc knows of our pages. A selector finds what its template says, which no type can tell: such elements are `any`.
   Everything else is checked: our own functions, browsers' interfaces, events, stores. */
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface NonElementParentNode {
  getElementById(elementId: string): any;
}
interface Document {
  getElementById(elementId: string): any;
  readonly activeElement: any;
}
interface Element {
  closest(selectors: string): any;
}
interface EventTarget {
  closest: any;
  matches: any;
  classList: any;
}
interface Event {
  readonly detail: any;
}
interface SubmitEvent {
  readonly target: any;
}
interface HTMLElement {
  name: any;
  value: any;
  disabled: any;
}
interface Window {
  htmx: any;
  Waiting: any;
  TableState: any;
  EntrySteps: any;
  GridState: any;
  BoardState: any;
  rommePolling: any;
  [romme: `romme${string}`]: any;
}
