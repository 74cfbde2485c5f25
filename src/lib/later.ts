/** A value that comes later, and a chain of steps that then run one after the other at once. */

type Done = ((value: unknown) => unknown) | null | undefined;

/** The state of a chain; `first` is the first step that has not run. */
type Course = { first: Later<unknown>; isOver: boolean; value: unknown; unhandled: Promise<never> | undefined };

/**
 * Returns the value for a single reader. Its steps need no promises of their own, however many there are: only the
 * source is awaited. It can be used once; to share a value, make a promise of it.
 */
export function later<Value>(source: PromiseLike<Value>): PromiseLike<Value> {
  const course: Partial<Course> = { isOver: false, value: undefined, unhandled: undefined };
  const first = new Later<Value>(course as Course);
  course.first = first;
  wait(course as Course, source);
  return first;
}

/** Returns what `begin` returns, and calls `end` when that is resolved or rejected; an error that `begin` throws is a rejection, too. */
export function atEnd<Value>(begin: () => PromiseLike<Value>, end: () => void): PromiseLike<Value> {
  return begun(begin).then(
    (value) => {
      end();
      return value;
    },
    (error) => {
      end();
      throw error;
    },
  );
}

function begun<Value>(begin: () => PromiseLike<Value>): PromiseLike<Value> {
  try {
    return begin();
  } catch (error) {
    return Promise.reject(error);
  }
}

class Later<Value> implements PromiseLike<Value> {
  readonly #course: Course;
  done: Done;
  failed: Done;
  next: Later<unknown> | undefined;

  constructor(course: Course) {
    this.#course = course;
    this.done = undefined;
    this.failed = undefined;
    this.next = undefined;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is read as a promise is
  then<Next = Value, Other = never>(
    done?: ((value: Value) => Next | PromiseLike<Next>) | null,
    failed?: ((error: unknown) => Other | PromiseLike<Other>) | null,
  ): PromiseLike<Next | Other> {
    if (this.next !== undefined) throw new Error('A value that comes later is handed on once.');
    const course = this.#course;
    const next = new Later<Next | Other>(course);
    this.done = done as Done;
    this.failed = failed;
    this.next = next;
    if (course.isOver) {
      course.isOver = false;
      wait(course, course.unhandled ?? Promise.resolve(course.value));
    }
    return next;
  }
}

function wait(course: Course, source: PromiseLike<unknown>): void {
  source.then(
    (value) => run(course, value, false),
    (error) => run(course, error, true),
  );
}

function run(course: Course, came: unknown, hasFailed: boolean): void {
  let value = came;
  let isFailed = hasFailed;
  for (let step = course.first; step.next !== undefined; step = course.first) {
    course.first = step.next;
    const does = isFailed ? step.failed : step.done;
    if (does == null) continue;
    try {
      value = does(value);
      isFailed = false;
      if (isPromiseLike(value)) {
        wait(course, value);
        return;
      }
    } catch (error) {
      value = error;
      isFailed = true;
    }
  }
  course.isOver = true;
  course.value = value;
  // An error without a handler becomes an unhandled rejection, as with any promise.
  course.unhandled = isFailed ? Promise.reject(value) : undefined;
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
