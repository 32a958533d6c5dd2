/**
 * Finds packages as jest does, and packages that are ES modules only as `import` would: Node requires them natively,
 * jest's own resolver refuses them.
 */
module.exports = (request, options) => {
  try {
    return options.defaultResolver(request, options);
  } catch (error) {
    const conditions = [...(options.conditions ?? []), 'import'];
    try {
      return options.defaultResolver(request, { ...options, conditions });
    } catch {
      throw error;
    }
  }
};
