const { AsyncLocalStorage } = require('node:async_hooks');
const { PerformanceObserver } = require('node:perf_hooks');
const { TestEnvironment } = require('jest-environment-node');

/** Storages and observers that the modules of a file have put to work in the process, each with its end. */
const atWork = new Map();

/**
 * Notes each object of a class on which one of these methods is called.
 * @param {Function} type
 * @param {string[]} begin the methods that put it to work
 * @param {string} end the method that ends its work
 */
function note(type, begin, end) {
  for (const name of begin) {
    const original = type.prototype[name];
    type.prototype[name] = function (...args) {
      atWork.set(this, () => this[end]());
      return original.apply(this, args);
    };
  }
}

note(AsyncLocalStorage, ['run', 'enterWith'], 'disable');
note(PerformanceObserver, ['observe'], 'disconnect');

/**
 * Many files run in one process, and libraries leave things at work in it. A storage that was used once slows each promise of
 * all later files. An observer is called in all of them. So a file ends its own.
 */
module.exports = class Environment extends TestEnvironment {
  /** @override */
  async teardown() {
    for (const end of atWork.values()) end();
    atWork.clear();
    await super.teardown();
  }
};
