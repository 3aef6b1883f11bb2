import { wordsInTable } from '@rulebook/catalogue/makers';

/** Queries that servers know, and of which nothing else is said here. */
export const undescribedQueries: readonly string[] = wordsInTable(`
  agentic combined_fields distance_feature geo_bounding_box geo_distance geo_grid geo_polygon geo_shape has_child
  has_parent hybrid intervals knn more_like_this neural neural_sparse parent_id percolate pinned rank_feature rule
  rule_query semantic shape span_containing span_field_masking span_first span_multi span_near
  span_not span_or span_within sparse_vector template text_expansion weighted_tokens wrapper xy_shape
`);
