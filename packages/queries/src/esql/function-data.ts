/**
 * The functions of ES|QL, as the registries of Elasticsearch 8.19.21 and 9.5.3 list them: a line for each with its name, its other names, its kind
 * (`S` for each row, `A` aggregation, `T` aggregation of a time series, `G` group; `p` behind it: preview), the first version that has it (empty: all that
 * are known), the type of its result (`=`: that of its first argument, `?`: not judged), its arguments, and what it does.
 */
export const functionData = `
abs||S||=|number:n|The value without its sign.
absent||A|9.2|boolean|field:*|Whether a group has no value.
absent_over_time||T|9.2|boolean|field:*;window?:time_duration|
acos||S||double|number:n|The angle of a cosine, in radians.
acosh||S|9.0|double|number:n|
asin||S||double|number:n|The angle of a sine, in radians.
asinh||S|9.0|double|number:n|
atan||S||double|number:n|The angle of a tangent, in radians.
atan2||S||double|y_coordinate:n;x_coordinate:n|The angle of a point, in radians.
atanh||S|9.0|double|number:n|
avg||A||double|number:aggregate_metric_double+double+exponential_histogram+integer+long+tdigest|The mean of the values.
avg_over_time||T|9.2|double|field:aggregate_metric_double+double+exponential_histogram+integer+long+tdigest;window?:time_duration|
bit_length||S||integer|string:s|How many bits a text has.
bucket|bin|G||?|field:date_nanos+datetime+double+integer+long;buckets:date_period+double+integer+long+time_duration;from?:datetime+double+integer+keyword+long+text;to?:datetime+double+integer+keyword+long+text|Groups times or numbers into buckets of one size.
byte_length||S||integer|string:s|How many bytes a text has.
case||S||?|condition:b;trueValue:*…|The value behind the first condition that is true; the last one otherwise.
categorize||G||keyword|field:s;options?:map|Groups texts that have the same form.
cbrt||S||double|number:n|The cube root.
ceil||S||=|number:n|The next whole number above.
chunk||Sp|9.3|keyword|field:s;chunking_settings?:map|
cidr_match||S||boolean|ip:ip;blockX:s…|Whether an address is in one of the blocks.
clamp||Sp|9.3|=|field:boolean+datetime+double+integer+ip+keyword+long+unsigned_long+version;min:boolean+datetime+double+integer+ip+keyword+long+unsigned_long+version;max:boolean+datetime+double+integer+ip+keyword+long+unsigned_long+version|
clamp_max||Sp|9.3|=|field:boolean+datetime+double+integer+ip+keyword+long+unsigned_long+version;max:boolean+datetime+double+integer+ip+keyword+long+unsigned_long+version|
clamp_min||Sp|9.3|=|field:boolean+datetime+double+integer+ip+keyword+long+unsigned_long+version;min:boolean+datetime+double+integer+ip+keyword+long+unsigned_long+version|
coalesce||S||=|first:*;rest?:*…|The first of its arguments that is not null.
concat||S||keyword|string1:s;string2:s…|Joins texts.
contains||S|9.2|boolean|string:s;substring:s|Whether a text contains another one.
copy_sign||S|9.1|=|magnitude:m;sign:m|
cos||S||double|angle:n|The cosine of an angle in radians.
cosh||S||double|number:n|The hyperbolic cosine.
count||A||long|field?:*|How many values there are; with \`*\`, how many rows.
count_distinct||A||long|field:_tsid+boolean+date_nanos+datetime+double+flattened+integer+ip+keyword+long+text+version;precision?:integer+long+unsigned_long|About how many different values there are.
count_distinct_over_time||T|9.2|long|field:boolean+date_nanos+datetime+double+flattened+integer+ip+keyword+long+text+version;precision?:integer+long+unsigned_long|
count_over_time||T|9.2|long|field:*;window?:time_duration|
date_diff||S||integer|unit:s;startTimestamp:t;endTimestamp:t|How many units lie between two times.
date_extract||S||long|datePart:s;date:t|A part of a time, such as the hour.
date_format||S||keyword|dateFormat?:date_nanos+datetime+keyword+text;date:t|A time as text.
date_parse||S||datetime|datePattern?:s;dateString:s;options?:map|A time from text in a given form.
date_trunc||S||?|interval:date_period+time_duration;date:t|A time rounded down to a span of time.
date_unit_count||S|9.0|long|to_unit:s;from_unit:s;date:t|
day_name||S|9.2|keyword|date:t|The name of the day of the week.
decay||Sp|9.3|double|value:cartesian_point+date_nanos+datetime+double+geo_point+integer+long+unsigned_long;origin:cartesian_point+date_nanos+datetime+double+geo_point+integer+long+unsigned_long;scale:double+integer+keyword+long+text+time_duration+unsigned_long;options?:map|
delta||T|9.2|double|field:m;window?:time_duration|
deriv||T|9.3|double|field:m;window?:time_duration|
e||S||double||The number e.
earliest||A|9.4|=|field:*|
embedding||Sp|9.5|dense_vector|value:k;inference_id:k;options?:map|
ends_with||S||boolean|str:s;suffix:s|Whether a text ends with another one.
exp||S||double|number:n|e to the power of a number.
field_extract||Sp|9.5|keyword|field:flattened;path:s|
first||A|9.4|=|field:*;sortField:date_nanos+datetime+integer+long|The value of the row whose sort column is the smallest.
first_over_time||T|9.2|?|field:counter_double+counter_integer+counter_long+date_nanos+datetime+double+exponential_histogram+flattened+integer+ip+keyword+long+tdigest+text;window?:time_duration|
floor||S||=|number:n|The next whole number below.
from_base64||S||keyword|string:s|Decodes base64.
greatest||S||=|first:boolean+date_nanos+datetime+double+integer+ip+keyword+long+text+version;rest?:boolean+date_nanos+datetime+double+integer+ip+keyword+long+text+version…|The largest of its arguments.
hash||S||keyword|algorithm:s;input:s|The digest of a text by a named algorithm.
hypot||S||double|number1:n;number2:n|The length of the third side of a right triangle.
idelta||T|9.2|double|field:m;window?:time_duration|
increase||T|9.2|double|field:counter_double+counter_integer+counter_long;window?:time_duration|
ip_prefix||S||ip|ip:ip;prefixLengthV4:i;prefixLengthV6:i|The network of an address with so many bits.
irate||T|9.2|double|field:counter_double+counter_integer+counter_long;window?:time_duration|
json_extract||S|9.4|keyword|string:_source+keyword+text;path:s|A value from a text of JSON.
knn||S|9.2|boolean|field:dense_vector+text;query:dense_vector;options?:map|Finds the nearest vectors.
kql||S||boolean|query:s;options?:map|Rows that a query of KQL matches.
last||A|9.4|=|field:*;sortField:date_nanos+datetime+integer+long|The value of the row whose sort column is the largest.
last_over_time||T|9.2|?|field:_tsid+counter_double+counter_integer+counter_long+date_nanos+datetime+double+exponential_histogram+flattened+integer+ip+keyword+long+tdigest+text;window?:time_duration|
latest||A|9.4|=|field:*|
least||S||=|first:boolean+date_nanos+datetime+double+integer+ip+keyword+long+text+version;rest?:boolean+date_nanos+datetime+double+integer+ip+keyword+long+text+version…|The smallest of its arguments.
left||S||keyword|string:s;length:i|The first characters of a text.
length||S||integer|string:s|How many characters a text has.
locate||S||integer|string:s;substring:s;start?:i|Where a text is in another one, counted from 1; 0 for nowhere.
log||S||double|base?:n;number:n|The logarithm, to base e unless a base is given.
log10||S||double|number:n|The logarithm to base 10.
ltrim||S||keyword|string:s|A text without blanks in front.
match||S||boolean|field:boolean+date_nanos+datetime+double+integer+ip+keyword+long+text+unsigned_long+version;query:boolean+date_nanos+datetime+double+integer+ip+keyword+long+unsigned_long+version;options?:map|Rows whose field matches a text, as a \`match\` query does.
match_phrase||S|8.19|boolean|field:s;query:k;options?:map|Rows whose field holds a phrase.
max||A||=|field:aggregate_metric_double+boolean+date_nanos+datetime+double+exponential_histogram+integer+ip+keyword+long+tdigest+text+unsigned_long+version|The largest value.
max_over_time||T|9.2|=|field:aggregate_metric_double+boolean+date_nanos+datetime+double+exponential_histogram+integer+ip+keyword+long+tdigest+text+unsigned_long+version;window?:time_duration|
md5||S||keyword|input:s|The MD5 digest.
median||A||double|number:double+exponential_histogram+integer+long+tdigest|The value in the middle.
median_absolute_deviation||A||double|number:m|How far values are from the median, in the middle.
min||A||=|field:aggregate_metric_double+boolean+date_nanos+datetime+double+exponential_histogram+integer+ip+keyword+long+tdigest+text+unsigned_long+version|The smallest value.
min_over_time||T|9.2|=|field:aggregate_metric_double+boolean+date_nanos+datetime+double+exponential_histogram+integer+ip+keyword+long+tdigest+text+unsigned_long+version;window?:time_duration|
month_name||S|9.2|keyword|date:t|The name of the month.
mv_append||S||=|field1:*;field2:*|The values of both arguments.
mv_avg||S||double|number:n|The mean of several values of one row.
mv_concat||S||keyword|string:s;delim:s|Joins several values of one row with a text in between.
mv_contains||Sp|9.2|boolean|superset:*;subset:*|Whether one set of values holds all of another.
mv_count||S||integer|field:*|How many values a row has.
mv_dedupe||S||=|field:*|Each value of a row once.
mv_difference||Sp|9.4|=|field1:*;field2:*|
mv_first||S||=|field:*|The first of several values.
mv_intersection||Sp|9.3|=|field1:*;field2:*|
mv_intersects||Sp|9.3|boolean|field1:*;field2:*|
mv_last||S||=|field:*|The last of several values.
mv_max||S||=|field:boolean+date_nanos+datetime+double+integer+ip+keyword+long+text+unsigned_long+version|The largest of several values of one row.
mv_median||S||=|number:n|The middle of several values of one row.
mv_median_absolute_deviation||S||=|number:n|
mv_min||S||=|field:boolean+date_nanos+datetime+double+integer+ip+keyword+long+text+unsigned_long+version|The smallest of several values of one row.
mv_percentile||S||=|number:m;percentile:m|A percentile of the values of one row.
mv_pseries_weighted_sum||S||double|number:double;p:double|
mv_slice||S||=|field:*;start:i;end?:i|Some of the values of a row, by their places.
mv_sort||S||=|field:boolean+date_nanos+datetime+double+integer+ip+keyword+long+text+version;order?:k|The values of a row in order.
mv_sum||S||=|number:n|The sum of the values of one row.
mv_union||Sp|9.4|=|field1:*;field2:*|
mv_zip||S||keyword|string1:s;string2:s;delim?:s|Joins the values of two columns in pairs.
network_direction|netdir|Sp|9.0|keyword|source_ip:ip;destination_ip:ip;internal_networks:s|
now||S||datetime||The time of the query.
percentile||A||double|number:double+exponential_histogram+integer+long+tdigest;percentile:m|The value below which so many percent are.
percentile_over_time||T|9.3|double|field:double+exponential_histogram+integer+long+tdigest;percentile:m|
pi||S||double||The number π.
pow||S||double|base:n;exponent:n|A number to the power of another.
present||A|9.2|boolean|field:*|Whether a group has a value.
present_over_time||T|9.2|boolean|field:*;window?:time_duration|
qstr||S||boolean|query:s;options?:map|Rows that a query string of Lucene matches.
range_contains||Sp|9.5|boolean|left:date_range;right:date_range+datetime|
range_intersects||Sp|9.5|boolean|left:date_range+datetime;right:date_range+datetime|
range_max||Sp|9.5|datetime|range:date_range|
range_min||Sp|9.5|datetime|range:date_range|
range_within||Sp|9.5|boolean|left:date_range+datetime;right:date_range|
rate||T|9.2|double|field:counter_double+counter_integer+counter_long;window?:time_duration|How fast a counter rises each second.
repeat||S||keyword|string:s;number:i|A text several times.
replace||S||keyword|string:s;regex:s;newString:s|A text with what a regular expression matches replaced.
reverse||S||keyword|str:s|A text backwards.
right||S||keyword|string:s;length:i|The last characters of a text.
round||S||=|number:n;decimals?:l|A number with so many decimals.
round_to||Sp|8.19|=|field:date_nanos+datetime+double+integer+long;points:date_nanos+datetime+double+integer+long…|The next of the given points below.
rtrim||S||keyword|string:s|A text without blanks behind.
sample||A|8.19|=|field:*;limit:i|Some random values of a group.
scalb||S|8.19|double|d:n;scaleFactor:l|
score||Sp|9.3|double|query:b|The score of a condition that searches.
sha1||S||keyword|input:s|The SHA-1 digest.
sha256||S||keyword|input:s|The SHA-256 digest.
signum||S||double|number:n|The sign: -1, 0 or 1.
sin||S||double|angle:n|The sine of an angle in radians.
sinh||S||double|number:n|The hyperbolic sine.
space||S||keyword|number:i|So many blanks.
sparkline||Ap|9.5|=|aggregation:m;key:datetime;buckets:i;from:datetime+keyword+text;to:datetime+keyword+text|
split||S||keyword|string:s;delim:s|Several values from a text, cut at a character.
sqrt||S||double|number:n|The square root.
st_buffer||Sp|9.4|?|geometry:g;distance:double+float+integer+long;options?:map|
st_centroid_agg||Ap||?|field:g|
st_contains||S||boolean|geomA:g;geomB:g|Whether a shape contains another.
st_difference||Sp|9.5|?|geomA:g;geomB:g|
st_dimension||Sp|9.4|integer|geometry:g|
st_disjoint||S||boolean|geomA:cartesian_point+cartesian_shape+geo_point+geo_shape+geohash+geohex+geotile;geomB:cartesian_point+cartesian_shape+geo_point+geo_shape+geohash+geohex+geotile|Whether two shapes share no point.
st_distance||S||double|geomA:p;geomB:p|The distance of two points.
st_envelope||Sp||?|geometry:g|
st_extent_agg||Ap||?|field:g|
st_geohash||Sp|9.2|geohash|geometry:geo_point;precision:i;bounds?:geo_shape|
st_geohex||Sp|9.2|geohex|geometry:geo_point;precision:i;bounds?:geo_shape|
st_geometrytype||Sp|9.4|keyword|geometry:g|
st_geotile||Sp|9.2|geotile|geometry:geo_point;precision:i;bounds?:geo_shape|
st_intersection||Sp|9.5|?|geomA:g;geomB:g|
st_intersects||S||boolean|geomA:cartesian_point+cartesian_shape+geo_point+geo_shape+geohash+geohex+geotile;geomB:cartesian_point+cartesian_shape+geo_point+geo_shape+geohash+geohex+geotile|Whether two shapes share a point.
st_isempty||Sp|9.4|boolean|geometry:g|
st_npoints||Sp|9.4|integer|geometry:g|
st_simplify||Sp|9.4|=|geometry:g;tolerance:double+float+integer+long|
st_simplifypreservetopology||Sp|9.4|=|geometry:g;tolerance:double+float+integer+long|
st_symdifference||Sp|9.5|?|geomA:g;geomB:g|
st_union||Sp|9.5|?|geomA:g;geomB:g|
st_within||S||boolean|geomA:g;geomB:g|Whether a shape lies in another.
st_x||S||double|point:p|The longitude, or x.
st_xmax||Sp||double|point:g|
st_xmin||Sp||double|point:g|
st_y||S||double|point:p|The latitude, or y.
st_ymax||Sp||double|point:g|
st_ymin||Sp||double|point:g|
starts_with||S||boolean|str:s;prefix:s|Whether a text begins with another one.
std_dev||A||double|number:m|The standard deviation.
stddev_over_time||T|9.3|double|field:m;window?:time_duration|
substring||S||keyword|string:s;start:i;length?:i|A part of a text, counted from 1.
sum||A||sum|number:aggregate_metric_double+dense_vector+double+exponential_histogram+integer+long+tdigest|The sum of the values.
sum_over_time||T|9.2|?|field:aggregate_metric_double+double+exponential_histogram+integer+long+tdigest;window?:time_duration|
tan||S||double|angle:n|The tangent of an angle in radians.
tanh||S||double|number:n|The hyperbolic tangent.
tau||S||double||The number 2π.
tbucket||G|9.2|?|buckets:date_period+integer+time_duration;from?:datetime+keyword+text;to?:datetime+keyword+text|Groups rows by their time.
text_embedding||S|9.4|dense_vector|text:k;inference_id:k;options?:map|
to_aggregate_metric_double|to_aggregatemetricdouble|Sp|8.19|aggregate_metric_double|number:aggregate_metric_double+double+integer+long+unsigned_long|
to_base64||S||keyword|string:_tsid+keyword+text|Encodes as base64.
to_boolean|to_bool|S||boolean|field:boolean+double+integer+keyword+long+text+unsigned_long|As true or false.
to_cartesianpoint||S||cartesian_point|field:cartesian_point+keyword+text|As a point.
to_cartesianshape||S||cartesian_shape|field:cartesian_point+cartesian_shape+keyword+text|
to_counter||S|9.5|?|field:counter_double+counter_integer+counter_long+double+integer+long|
to_date_nanos|to_datenanos|S||date_nanos|field:date_nanos+datetime+double+keyword+long+text+unsigned_long|As a time with nanoseconds.
to_date_range|to_daterange|Sp|9.5|date_range|field:date_range+keyword+text|
to_dateperiod||S||date_period|field:date_period+keyword+text|As a period such as \`1 day\`.
to_datetime|to_dt|S||datetime|field:date_nanos+datetime+double+integer+keyword+long+text+unsigned_long|As a time.
to_degrees||S||double|number:n|Radians as degrees.
to_dense_vector||Sp|9.2|dense_vector|field:double+integer+keyword+long|
to_double|to_dbl|S||double|field:boolean+counter_double+counter_integer+counter_long+datetime+double+integer+keyword+long+text+unsigned_long|As a floating-point number.
to_exponential_histogram||S|9.4|exponential_histogram|field:exponential_histogram+histogram+tdigest|
to_gauge||S|9.5|?|field:aggregate_metric_double+counter_double+counter_integer+counter_long+double+integer+long|
to_geohash||Sp|9.0|geohash|field:geohash+keyword+long+text|
to_geohex||Sp|9.0|geohex|field:geohex+keyword+long+text|
to_geopoint||S||geo_point|field:geo_point+keyword+text|As a place on the earth.
to_geoshape||S||geo_shape|field:geo_point+geo_shape+geohash+geohex+geotile+keyword+text|As a shape on the earth.
to_geotile||Sp|9.0|geotile|field:geotile+keyword+long+text|
to_integer|to_int|S||integer|field:boolean+counter_integer+datetime+double+integer+keyword+long+text+unsigned_long;base?:integer+long+unsigned_long|As a whole number of 32 bits.
to_ip||S||ip|field:ip+keyword+text;options?:map|As an address.
to_long||S||long|field:boolean+counter_integer+counter_long+date_nanos+datetime+double+geohash+geohex+geotile+integer+keyword+long+text+unsigned_long;base?:integer+long+unsigned_long|As a whole number of 64 bits.
to_lower||S||keyword|str:s|A text in small letters.
to_radians||S||double|number:n|Degrees as radians.
to_range||Sp|9.5|date_range|from:datetime;to:datetime|
to_string|to_str|S||keyword|field:*|As text.
to_tdigest||S|9.3|tdigest|field:exponential_histogram+histogram+tdigest|
to_text||Sp|9.5|text|field:s|
to_timeduration||S||time_duration|field:keyword+text+time_duration|As a duration such as \`1 hour\`.
to_unsigned_long|to_ulong,to_ul|Sp||unsigned_long|field:boolean+datetime+double+integer+keyword+long+text+unsigned_long|As a whole number without a sign.
to_upper||S||keyword|str:s|A text in capitals.
to_version|to_ver|S||version|field:keyword+text+version|As a version.
top||A||=|field:boolean+datetime+double+integer+ip+keyword+long+text;limit:i;order?:k;outputField?:datetime+double+integer+keyword+long+text|The first values of a group in an order.
top_snippets||Sp|9.3|keyword|field:s;query:k;options?:map|
trange||S|9.3|boolean|start_time_or_offset:date_nanos+date_period+datetime+keyword+long+time_duration;end_time?:date_nanos+datetime+keyword+long|Rows of a range of time.
trim||S||keyword|string:s|A text without blanks around it.
url_decode||S|9.2|keyword|string:s|Decodes a URL.
url_encode||S|9.2|keyword|string:s|Encodes a text for a URL.
url_encode_component||S|9.2|keyword|string:s|
v_cosine||S|9.3|double|left:dense_vector;right:dense_vector|
v_dot_product||S|9.3|double|left:dense_vector;right:dense_vector|
v_hamming||S|9.3|double|left:dense_vector;right:dense_vector|
v_l1_norm||S|9.3|double|left:dense_vector;right:dense_vector|
v_l2_norm||S|9.3|double|left:dense_vector;right:dense_vector|
values||A||=|field:*|All values of a group, each once.
variance|std_var|A|9.0|double|number:m|The variance.
variance_over_time|stdvar_over_time|T|9.3|double|field:m;window?:time_duration|
weighted_avg||A||double|number:m;weight:m|The mean of values with weights.
without||G|9.4|keyword|dimension?:k…|
`;
